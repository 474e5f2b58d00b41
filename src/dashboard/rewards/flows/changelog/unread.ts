/** Counts changelog entries that were not read in this browser yet. */
import { changelogCountDefault } from "../../../../../resources/rewards/limits.ts";
import { createStore } from "../../../lib/store.ts";
import { settled } from "../../../lib/async/at-rest.ts";

/** Storage key of the entry count when the changelog was last read. */
export const changelogKey = "changelogNum";

/** Zero until loaded. */
export const unreadChangelog = createStore(0);

const readCount = (): number => Number(localStorage.getItem(changelogKey)) || 0;

let count: number | undefined;

/** Fetches once per visit, after the first screen has settled. */
export const followChangelog = async (): Promise<void> => {
  if (count !== undefined) return;
  await settled();
  count ??= await fetchCount();
  // New browsers have no unread entries.
  if (localStorage.getItem(changelogKey) === null) return recordChangelogRead(count);
  unreadChangelog.set(Math.max(0, count - readCount()));
};

/** Marks all entries as read. */
export const recordChangelogRead = (entries: number): void => {
  count = entries;
  localStorage.setItem(changelogKey, String(entries));
  unreadChangelog.set(0);
};

/** Fetches the count; the specification's default if the server can't be reached. */
const fetchCount = async (): Promise<number> => {
  try {
    const [{ send }, { headerConfig }] = await Promise.all([
      import("../../../api/client.ts"),
      import("../../../../../resources/rewards/changelog-calls.ts"),
    ]);
    return (await send(headerConfig, { silent: true, retries: 0 })).changeLogNum;
  } catch {
    return changelogCountDefault;
  }
};
