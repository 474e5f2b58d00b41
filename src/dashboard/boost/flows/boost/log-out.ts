import { handlers } from "../../../api/handlers.ts";

/** Ends the session, clears local storage and reloads: Boost is public. */
export const logOut = async (): Promise<void> => {
  await handlers.signOut();
  localStorage.clear();
  location.reload();
};
