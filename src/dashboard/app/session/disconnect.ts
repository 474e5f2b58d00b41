import { login } from "../../../../resources/pages.ts";
import { signOut } from "../../api/session/load.ts";
import { dropAllDrafts } from "../../flows/deploy/draft.ts";
import { wipeCache } from "../cache/cache-store.ts";
import { wipeDrafts } from "../drafts/draft-store.ts";
import { leaveFor } from "./go.ts";

/** Ends the session here and in the cloud, forgets what was cached, and goes to the sign-in page. */
export const disconnect = async (): Promise<void> => {
  await Promise.all([signOut(), wipeCache(), dropAllDrafts(), wipeDrafts()]);
  leaveFor(login.path);
};
