import { referenceMark } from "../../../../resources/declare/messages.ts";
import { toastMs } from "../../../../resources/limits.ts";
import { createStore } from "../../lib/store.ts";

export interface Toast {
  readonly key: string;
  readonly text: string;
  readonly kind: "success" | "error" | "info";
}

export const toasts = createStore<readonly Toast[]>([]);

let lastId = 0;

declare global {
  interface Window {
    /** Longer in browser tests: a busy machine may miss a toast of two seconds. */
    toastMs?: number;
  }
}

/** Returns how long a toast is shown. */
export const toastShownMs = (): number => globalThis.window?.toastMs ?? toastMs;

interface Notification {
  /** A later notification with the same key replaces it. */
  readonly key?: string;
  readonly message: string;
  /** Of an error, what to show in place of Refine's general message. */
  readonly description?: string;
  /** "progress": shown until it is closed. */
  readonly type: Toast["kind"] | "progress";
}

/** Every message of the page: the notification provider of Refine, which also shows those of pages without Refine. */
export const notifications = {
  /** Shows a short message for two seconds, without taking the focus; one with a reference to copy, for ten more. */
  open: ({ key = `${(lastId += 1)}`, message, description = message, type }: Notification): void => {
    const text = type === "error" ? description : message;
    const opened: Toast = { key, text, kind: type === "progress" ? "info" : type };
    toasts.set([...withoutKey(key).slice(-2), opened]);
    if (type === "progress") return;
    const close = () => toasts.set(toasts.get().filter((shown) => shown !== opened));
    setTimeout(close, toastShownMs() + (text.includes(referenceMark) ? 10_000 : 0));
  },
  close: (key: string): void => toasts.set(withoutKey(key)),
};

const withoutKey = (key: string): readonly Toast[] => toasts.get().filter((shown) => shown.key !== key);

/** Shows a message for two seconds. */
export const toast = (message: string, type: Toast["kind"] = "success"): void => notifications.open({ message, type });

/** Shows a message until the returned function is called. */
export const holdToast = (message: string): (() => void) => {
  const key = `${(lastId += 1)}`;
  notifications.open({ key, message, type: "progress" });
  return () => notifications.close(key);
};
