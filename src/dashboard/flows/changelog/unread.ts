/** How many entries of the changelog were not read in this browser yet. */
import { changelogCountDefault } from "../../../../resources/rewards/limits.ts";
import { createStore } from "../../lib/store.ts";
import { settled } from "../../lib/at-rest.ts";

/** Holds how many entries there were when the changelog was last read. */
export const changelogKey = "changelogNum";

/** Zero until it is known. */
export const unreadChangelog = createStore(0);

const readCount = (): number => Number(localStorage.getItem(changelogKey)) || 0;

let count: number | undefined;

/** Fetches once per visit, after the user has had the screen for a while. */
export const followChangelog = async (): Promise<void> => {
  if (count !== undefined) return;
  await settled();
  count ??= await askCount();
  // A browser that comes for the first time has missed nothing.
  if (localStorage.getItem(changelogKey) === null) return noteChangelogRead(count);
  unreadChangelog.set(Math.max(0, count - readCount()));
};

/** All that there is was read. */
export const noteChangelogRead = (entries: number): void => {
  count = entries;
  localStorage.setItem(changelogKey, String(entries));
  unreadChangelog.set(0);
};

/** The specification's default count when the server can't be reached. */
const askCount = async (): Promise<number> => {
  try {
    const [{ send }, { headerConfig }] = await Promise.all([
      import("../../api/client.ts"),
      import("../../../../resources/rewards/changelog-calls.ts"),
    ]);
    return (await send(headerConfig, { silent: true, retries: 0 })).changeLogNum;
  } catch {
    return changelogCountDefault;
  }
};
