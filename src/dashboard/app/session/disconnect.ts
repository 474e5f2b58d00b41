import { login } from "../../../../resources/pages.ts";
import { signOut } from "../../api/session/load.ts";
import { attempt } from "../../lib/async/attempt.ts";
import { startLeaving } from "../../lib/leaving.ts";
import { wipeCache } from "../cache/cache-store.ts";
import { leaveWithoutPrompt } from "./go.ts";

/** Ends the session in this browser and on the server, deletes caches and drafts, and opens the sign-in page. */
export const disconnect = async (): Promise<void> => {
  await endAndForget();
  leaveWithoutPrompt(login.path);
};

/** Does the same without navigating: the caller leaves or reloads the page. */
export const endAndForget = async (): Promise<void> => {
  // Pending requests see an ended session and must not be resumed.
  startLeaving();
  await Promise.all([signOut(), wipeCache(), attempt(wipeDrafts)]);
};

const wipeDrafts = async (): Promise<void> => {
  const { wipeEveryDraft } = await import("../drafts/wipe.ts");
  await wipeEveryDraft();
};
