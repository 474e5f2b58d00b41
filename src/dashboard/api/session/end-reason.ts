/** Why the session of this tab ended, for the sign-in page to say. */
const storageKey = "sessionEnd";

export const keepEndReason = (reason: string): void => sessionStorage.setItem(storageKey, reason);

/** What was kept, until the next session begins or the tab is closed. */
export const endReason = (): string | null => sessionStorage.getItem(storageKey);
export const forgetEndReason = (): void => sessionStorage.removeItem(storageKey);
