import { signOut } from "../../api/session/load.ts";
import { beginLeaving } from "../../lib/leaving.ts";

/** Ends the session in the cloud as far as it can be reached, clears local storage and reloads: a node is looked at, not worked in. */
export const logOut = async (): Promise<void> => {
  beginLeaving();
  await signOut();
  localStorage.clear();
  location.reload();
};
