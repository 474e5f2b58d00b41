/** The page's heading. Change it, commit and push to deploy the new version. */
export const greeting = "It grew from a push.";
