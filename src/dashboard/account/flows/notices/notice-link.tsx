import { noticeUrl } from "../../../../../resources/account/notice-url.ts";
import type { Notice } from "../../../../../resources/account/notices.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { widgetHandlers } from "./widget-handlers.ts";

type Linked = Pick<Notice, "url" | "name">;

/** Whether a notice has a target: a page, or a named widget. */
export const isLinked = ({ url, name }: Linked): boolean => widgetHandlers[name] !== undefined || noticeUrl.test(url);

interface NoticeLinkProps {
  readonly notice: Notice;
  readonly kind?: "secondary" | "plain";
  readonly size?: "small";
  /** Called before the link is followed. */
  readonly onFollow?: () => void;
}

/** A notice's link. Server and dashboard allow only paths and http(s) URLs. */
export const NoticeLink = ({ notice, onFollow, ...look }: NoticeLinkProps) => {
  const { url, name, label } = notice;
  const take = widgetHandlers[name];
  if (take) {
    return (
      <Button
        {...look}
        onClick={() => {
          onFollow?.();
          take(notice);
        }}
      >
        {label || `${name.charAt(0).toUpperCase()}${name.slice(1)}`}
      </Button>
    );
  }
  if (!noticeUrl.test(url)) return null;
  return (
    <LinkButton {...look} to={url} {...(onFollow && { onClick: onFollow })}>
      {label || "Read more"}
    </LinkButton>
  );
};
