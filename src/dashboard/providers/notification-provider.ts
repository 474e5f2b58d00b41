import type { NotificationProvider } from "@refinedev/core";

/** Shows Refine's notifications as toasts. */
export const createNotificationProvider = (
  say: (text: string, kind: "success" | "error" | "info") => void,
): NotificationProvider => ({
  open: ({ message, type }) => say(message, type === "progress" ? "info" : type),
  close: () => undefined,
});
