import { useEffect, useSyncExternalStore } from "react";
import { followChangelog, unreadChangelog } from "../../rewards/flows/changelog/unread.ts";

const shownMax = 99;

/** Shows the number of unread changelog entries; hidden at zero. */
const ChangelogBadge = () => {
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

export default ChangelogBadge;
