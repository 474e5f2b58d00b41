import { referenceMark } from "../../../../resources/declare/messages.ts";
import { toastMs } from "../../../../resources/limits.ts";
import { createStore } from "../../lib/store.ts";

export interface Toast {
  readonly id: number;
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

/** Shows a short message for two seconds, without taking the focus; one with a reference to copy, for ten more. */
export const toast = (text: string, kind: Toast["kind"] = "success"): void => {
  setTimeout(hold(text, kind), toastShownMs() + (text.includes(referenceMark) ? 10_000 : 0));
};

/** Shows a message until the returned function is called. */
export const holdToast = (text: string): (() => void) => hold(text, "info");

const hold = (text: string, kind: Toast["kind"]): (() => void) => {
  const id = (lastId += 1);
  toasts.set([...toasts.get().slice(-2), { id, text, kind }]);
  return () => toasts.set(toasts.get().filter((shown) => shown.id !== id));
};
