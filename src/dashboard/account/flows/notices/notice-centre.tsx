import { useEffect, useSyncExternalStore } from "react";
import type { Notice } from "../../../../../resources/account/notices.ts";
import { formatMoment, formatRelative } from "../../../lib/format/date.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { IconName } from "../../../ui/icons.ts";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { answerInvitation, notices } from "./browser-notices.ts";
import { isUnread, unreadOf } from "./machine.ts";
import { NoticeLink } from "./notice-link.tsx";
import styles from "./notices.module.css";

interface NoticeCentreProps {
  /** Called when the user follows a link out of the list. */
  readonly onLeave: () => void;
}

/** All notices with time and actions. */
const NoticeCentre = ({ onLeave }: NoticeCentreProps) => {
  const state = useSyncExternalStore(notices.subscribe, notices.get);
  const unread = unreadOf(state);
  useEffect(() => void notices.load(), []);
  return (
    <>
      <div className={styles.head}>
        <h2>Notices</h2>
        {unread.length > 0 && (
          <Button size="small" kind="plain" onClick={() => notices.read(unread.map(({ id }) => id))}>
            Mark all read
          </Button>
        )}
      </div>
      {state.isStored && (
        <p className={styles.earlier} role="status">
          Can't reach the server. Showing notices from your last visit.
        </p>
      )}
      {!state.notices && (
        <div className={styles.nothing}>
          <Skeleton lines={4} />
        </div>
      )}
      {state.notices?.length === 0 && (
        <div className={styles.nothing}>
          <Icon name="bell" size={22} />
          <p>No notices. Messages from your teams and Freehold appear here.</p>
        </div>
      )}
      <ul className={styles.list}>
        {state.notices?.map((notice) => (
          <Entry key={notice.id} notice={notice} unread={isUnread(state, notice)} onLeave={onLeave} />
        ))}
      </ul>
    </>
  );
};

interface EntryProps extends NoticeCentreProps {
  readonly notice: Notice;
  readonly unread: boolean;
}

const Entry = ({ notice, unread, onLeave }: EntryProps) => {
  const { id, type, message, createdAt, invitationId } = notice;
  return (
    <li className={unread ? styles.unread : undefined}>
      <Icon name={icons[type]} size={16} />
      <div>
        <p className={styles.text}>
          {unread && <span className="fh-hidden">Unread: </span>}
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
                onLeave();
                void answerInvitation(notice);
              }}
            >
              View invitation
            </Button>
          )}
          <NoticeLink notice={notice} size="small" onFollow={onLeave} />
        </div>
      </div>
      {unread && <IconButton size="small" icon="check" label="Mark as read" onClick={() => notices.read([id])} />}
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

export default NoticeCentre;
