/** Signs the user in again without a prompt, where possible; set by the mini app. */
export const freshSignIn: { by: (() => Promise<void>) | undefined } = { by: undefined };
