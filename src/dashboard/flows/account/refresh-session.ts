import { loadSession } from "../../api/session/load.ts";

/**
 * Reloads the user and teams immediately, instead of waiting for the server's notice. If the session expired, ends it
 * here too.
 */
export const refreshSession = (): Promise<void> => loadSession().catch(() => undefined);
