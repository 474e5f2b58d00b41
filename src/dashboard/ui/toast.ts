import { toastMs } from "../../../resources/limits.ts";
import { createStore } from "../lib/store.ts";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: "success" | "error" | "info";
}

export const toasts = createStore<readonly Toast[]>([]);

let lastId = 0;

declare global {
  interface Window {
    /** Longer in a browser test: a busy machine may not look at the page for two seconds. */
    toastMs?: number;
  }
}

/** How long a toast is there to be read. */
export const toastShownMs = (): number => globalThis.window?.toastMs ?? toastMs;

/** Says something short for two seconds, without taking the focus. */
export const toast = (text: string, kind: Toast["kind"] = "success"): void => {
  setTimeout(hold(text, kind), toastShownMs());
};

/** Says something as long as it is so; returns the way to take it away. */
export const holdToast = (text: string): (() => void) => hold(text, "info");

const hold = (text: string, kind: Toast["kind"]): (() => void) => {
  const id = (lastId += 1);
  toasts.set([...toasts.get().slice(-2), { id, text, kind }]);
  return () => toasts.set(toasts.get().filter((shown) => shown.id !== id));
};
