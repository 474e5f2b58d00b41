import type { NotificationProvider } from "@refinedev/core";

/** Shows Refine's notifications as toasts. */
export const createNotificationProvider = (
  show: (text: string, kind: "success" | "error" | "info") => void,
): NotificationProvider => ({
  open: ({ message, type }) => show(message, type === "progress" ? "info" : type),
  close: () => undefined,
});
