import { loadUser } from "../../api/session/load.ts";

/** Brings the person up to date at once; the cloud's own notice may come a moment later. */
export const reloadUser = (): void => void loadUser().catch(() => undefined);
