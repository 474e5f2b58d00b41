// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { leaseMs } from "../../../../resources/limits.ts";

/** A separate tab: new modules, the same localStorage. jsdom has no Web Locks. */
const openTab = async () => {
  vi.resetModules();
  return (await import("./one-at-a-time.ts")).oneAtATime;
};

beforeEach(() => localStorage.clear());

describe("where Web Locks are missing", () => {
  test("tabs that start at the same moment run one after another", async () => {
    const tabs = [await openTab(), await openTab(), await openTab()];
    let atOnce = 0;
    let most = 0;
    let done = 0;
    const work = async () => {
      most = Math.max(most, (atOnce += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      done += 1;
    };
    await Promise.all(tabs.map((oneAtATime) => oneAtATime("refresh", work)));
    expect({ most, done }).toEqual({ most: 1, done: 3 });
    expect(localStorage).toHaveLength(0);
  });

  test("calls of one tab share the work", async () => {
    const oneAtATime = await openTab();
    const work = vi.fn(async () => undefined);
    await Promise.all(Array.from({ length: 20 }, () => oneAtATime("refresh", work)));
    expect(work).toHaveBeenCalledOnce();
  });

  test("a crashed tab blocks the others for at most the length of its lease", async () => {
    vi.useFakeTimers();
    const [dead, alive] = [await openTab(), await openTab()];
    void dead("refresh", () => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(100);
    // A crashed tab renews nothing.
    vi.clearAllTimers();
    const work = vi.fn(async () => undefined);
    const waiting = alive("refresh", work);
    await vi.advanceTimersByTimeAsync(leaseMs / 2);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(leaseMs);
    await waiting;
    expect(work).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  test("failed work releases the lease", async () => {
    const [one, two] = [await openTab(), await openTab()];
    await expect(one("refresh", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await two("refresh", async () => undefined);
    expect(localStorage).toHaveLength(0);
  });
});
