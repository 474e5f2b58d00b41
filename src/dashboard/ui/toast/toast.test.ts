import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toastMs } from "../../../../resources/limits.ts";
import { holdToast, notifications, toasts } from "./toast.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  toasts.set([]);
});

const shown = () => toasts.get().map(({ text, kind }) => [text, kind]);

test("a notification with the key of another replaces it, and keeps its own time", () => {
  notifications.open({ key: "a", message: "Saved", type: "success" });
  vi.advanceTimersByTime(toastMs - 1);
  notifications.open({ key: "a", message: "Saved again", type: "success" });
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([["Saved again", "success"]]);
  vi.advanceTimersByTime(toastMs);
  expect(shown()).toEqual([]);
});

test("progress is shown until it is closed", () => {
  const close = holdToast("Reconnecting…");
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual([["Reconnecting…", "info"]]);
  close();
  expect(shown()).toEqual([]);
});

test("of an error, the description says more than Refine's general message", () => {
  notifications.open({ message: "Logout Error", description: "The server is busy.", type: "error" });
  expect(shown()).toEqual([["The server is busy.", "error"]]);
});
