import { sessionKeys } from "../../../api/session/keys.ts";

/** Code of a GitHub account that was detected in this browser and is linked to no wallet. */
export const detectedCode = (): string | null => localStorage.getItem(sessionKeys.lastGitHubCode);
export const rememberDetected = (code: string): void => localStorage.setItem(sessionKeys.lastGitHubCode, code);
export const forgetDetected = (): void => localStorage.removeItem(sessionKeys.lastGitHubCode);
