/** Messages of the bot. */
export const welcome =
  "Welcome to Boost. Your node earns points every hour, even while you're away. Collect them before it is full, and invite friends to earn more.";
export const help =
  "Open the mini app to see your node. It earns points until it is full. Collect them in time, or other nodes can take some.\n\n" +
  "/start – open Boost and turn messages on\n/stop – turn messages off\n/help – show this help";
export const stopped = "Messages are off. Your node keeps earning. Send /start to turn them on again.";
export const openButton = "Open Boost";
