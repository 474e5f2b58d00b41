import { noticeUrl } from "../../../../resources/account/notice-url.ts";
import type { Notice } from "../../../../resources/account/notices.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { takers } from "./takers.ts";

type Linked = Pick<Notice, "url" | "name">;

/** Whether a notice leads somewhere: to a page, or to the widget of its name. */
export const isLinked = ({ url, name }: Linked): boolean => takers[name] !== undefined || noticeUrl.test(url);

interface NoticeLinkProps {
  readonly notice: Notice;
  readonly kind?: "secondary" | "plain";
  readonly size?: "small";
  /** Before it is followed. */
  readonly onFollow?: () => void;
}

/** Where a notice leads. The server lets only paths and http(s) addresses through; nothing else is drawn here either. */
export const NoticeLink = ({ notice, onFollow, ...look }: NoticeLinkProps) => {
  const { url, name, label } = notice;
  const take = takers[name];
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
