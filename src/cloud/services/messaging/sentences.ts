/** What the bot says. */
export const welcome =
  "Welcome to Boost. Your node earns points every hour, also while you are away: open it, collect them before it is full, and invite others to earn more.";
export const help =
  "Open the mini app to see your node. It earns points until it is full; collecting makes room again, and what waits too long others may take.\n\n" +
  "/start opens it and lets me write to you\n/stop ends my messages\n/help shows this";
export const stopped = "I will not write to you any more. Your node goes on earning. /start lets me write again.";
export const openButton = "Open Boost";
