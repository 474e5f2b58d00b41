import { handlers } from "../../api/handlers.ts";

/** Ends the session, clears local storage and reloads: Boost is open to who is logged out. */
export const logOut = async (): Promise<void> => {
  await handlers.signOut();
  localStorage.clear();
  location.reload();
};
