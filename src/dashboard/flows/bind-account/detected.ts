import { sessionKeys } from "../../api/session/keys.ts";

/** The code of an account of GitHub with which somebody came to this browser and that is linked to nobody. */
export const detectedCode = (): string | null => localStorage.getItem(sessionKeys.lastGitHubCode);
export const rememberDetected = (code: string): void => localStorage.setItem(sessionKeys.lastGitHubCode, code);
export const forgetDetected = (): void => localStorage.removeItem(sessionKeys.lastGitHubCode);
