import { loadUser } from "../../api/session/load.ts";

/** Reloads the user immediately, instead of waiting for the server's notice. */
export const reloadUser = (): void => void loadUser().catch(() => undefined);
