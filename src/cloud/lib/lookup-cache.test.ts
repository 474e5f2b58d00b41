import { setTimeout } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createLookupCache } from "./lookup-cache.ts";

test("a cached value expires in time, even if the wall clock is set back", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const lookUp = vi.fn(async (key: string) => key);
  const cache = createLookupCache(500, lookUp);
  await cache.get("a");
  vi.setSystemTime(Date.now() - 3 * 86_400_000);
  await cache.get("a");
  expect(lookUp).toHaveBeenCalledTimes(1);
  await setTimeout(520);
  await cache.get("a");
  expect(lookUp).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test("a failed lookup is not cached", async () => {
  const lookUp = vi.fn(async () => "found").mockRejectedValueOnce(new Error("unreachable"));
  const cache = createLookupCache(60_000, lookUp);
  await expect(cache.get("a")).rejects.toThrow("unreachable");
  expect(await cache.get("a")).toBe("found");
});
