import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDialogs } from "../dialogs/dialogs.ts";
import { withLoadingScreen } from "./loading-screen.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shown = () => openDialogs.get().map((dialog) => dialog.kind === "loading" && dialog.text);

test("the loading screen closes after 3 s, even if the work continues", async () => {
  let finish = (): void => undefined;
  const work = withLoadingScreen("Looking…", new Promise<void>((resolve) => (finish = resolve)));
  expect(shown()).toEqual([]);
  vi.advanceTimersByTime(300);
  expect(shown()).toEqual(["Looking…"]);
  vi.advanceTimersByTime(2999);
  expect(shown()).toEqual(["Looking…"]);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
  finish();
  await work;
});

test("it closes with the work, even if that fails; fast work shows none", async () => {
  let fail = (_error: Error): void => undefined;
  const work = withLoadingScreen("Looking…", new Promise<void>((_resolve, reject) => (fail = reject)));
  vi.advanceTimersByTime(400);
  fail(new Error("gone"));
  await expect(work).rejects.toThrow("gone");
  expect(shown()).toEqual([]);
  await withLoadingScreen("Looking…", Promise.resolve());
  vi.advanceTimersByTime(5000);
  expect(shown()).toEqual([]);
});
