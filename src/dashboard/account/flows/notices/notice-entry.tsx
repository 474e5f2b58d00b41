import type { Notice } from "../../../../../resources/account/notices.ts";
import { formatMoment, formatRelative } from "../../../lib/format/date.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { IconName } from "../../../ui/icons.ts";
import { answerInvitation } from "./browser-notices.ts";
import { NoticeLink } from "./notice-link.tsx";
import styles from "./notices.module.css";

interface NoticeEntryProps {
  readonly notice: Notice;
  /** Called before a link of the notice is followed. */
  readonly onLeave?: () => void;
  /** Marks it as read; absent if it has been read. */
  readonly onRead?: () => void;
}

/** A notice with its time and actions. */
export const NoticeEntry = ({ notice, onLeave, onRead }: NoticeEntryProps) => {
  const { type, message, createdAt, invitationId } = notice;
  return (
    <li className={onRead ? styles.unread : undefined}>
      <Icon name={icons[type]} size={16} />
      <div>
        <p className={styles.text}>
          {onRead && <span className="fh-hidden">Unread: </span>}
          {message}
        </p>
        <time dateTime={new Date(createdAt * 1000).toISOString()} title={formatMoment(createdAt)}>
          {formatRelative(createdAt)}
        </time>
        <div className={styles.ways}>
          {invitationId !== null && (
            <Button
              size="small"
              onClick={() => {
                onLeave?.();
                void answerInvitation(notice);
              }}
            >
              View invitation
            </Button>
          )}
          <NoticeLink notice={notice} size="small" {...(onLeave && { onFollow: onLeave })} />
        </div>
      </div>
      {onRead && <IconButton size="small" icon="check" label="Mark as read" onClick={onRead} />}
    </li>
  );
};

const icons: Readonly<Record<Notice["type"], IconName>> = {
  NORMAL: "info",
  POPUP: "info",
  COOPERATION_INVITATION: "users",
  SWITCH_TO_MEMBER: "edit",
  REMOVED_BY_TEAM_MANAGER: "logout",
};
