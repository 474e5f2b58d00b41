/** Why the session of this tab ended, for the sign-in page. */
const storageKey = "sessionEnd";

export const storeEndReason = (reason: string): void => sessionStorage.setItem(storageKey, reason);

/** Returns the stored reason, until the next session starts or the tab is closed. */
export const endReason = (): string | null => sessionStorage.getItem(storageKey);
export const forgetEndReason = (): void => sessionStorage.removeItem(storageKey);
