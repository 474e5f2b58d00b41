/** Change this, commit and push: a moment later the new words are live. */
export const greeting = "It grew from a push.";
