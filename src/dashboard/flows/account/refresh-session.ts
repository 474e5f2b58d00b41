import { loadSession } from "../../api/session/load.ts";

/**
 * Brings person and teams up to date at once; the cloud's own notice may come a moment later. Where the session is over, this
 * ends it here too.
 */
export const refreshSession = (): void => void loadSession().catch(() => undefined);
