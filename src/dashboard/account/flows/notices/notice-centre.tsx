import { useEffect, useSyncExternalStore } from "react";
import { pageHref } from "../../../../../resources/declare/href.ts";
import { noticeHistoryPage } from "../../../../../resources/pages.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { notices } from "./browser-notices.ts";
import { isUnread, unreadOf } from "./machine.ts";
import { NoticeEntry } from "./notice-entry.tsx";
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
          <NoticeEntry
            key={notice.id}
            notice={notice}
            onLeave={onLeave}
            {...(isUnread(state, notice) && { onRead: () => notices.read([notice.id]) })}
          />
        ))}
      </ul>
      <p className={styles.all}>
        <LinkButton size="small" kind="plain" to={pageHref(noticeHistoryPage)} onClick={onLeave}>
          All notices
        </LinkButton>
      </p>
    </>
  );
};

export default NoticeCentre;
