import { expect, test, vi } from "vitest";
import { createLookupCache } from "./lookup-cache.ts";

test("a cached value expires in time, even if the wall clock is set back", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const lookUp = vi.fn(async (key: string) => key);
  const cache = createLookupCache(1000, lookUp);
  await cache.get("a");
  vi.setSystemTime(Date.now() - 3 * 86_400_000);
  await cache.get("a");
  expect(lookUp).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  await cache.get("a");
  expect(lookUp).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
