/** Signs the user in once more without asking anything, where that is possible: the mini app sets it. */
export const freshSignIn: { by: (() => Promise<void>) | undefined } = { by: undefined };
