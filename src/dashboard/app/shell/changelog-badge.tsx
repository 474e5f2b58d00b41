import { useEffect, useSyncExternalStore } from "react";
import { followChangelog, unreadChangelog } from "../../flows/changelog/unread.ts";

const shownMax = 99;

/** How much of the changelog is new to this browser; nothing while nothing is. */
export const ChangelogBadge = () => {
  const unread = useSyncExternalStore(unreadChangelog.subscribe, unreadChangelog.get);
  useEffect(() => void followChangelog(), []);
  if (unread === 0) return null;
  return (
    <span className="fh-badge">
      {unread > shownMax ? `${shownMax}+` : unread}
      <span className="fh-hidden"> unread</span>
    </span>
  );
};
