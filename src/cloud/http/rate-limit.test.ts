import { expect, test } from "vitest";
import { createCallCounts, limitBy } from "./rate-limit.ts";

const isRefused = (limit: (caller: string) => void, caller: string): boolean => {
  try {
    limit(caller);
    return false;
  } catch {
    return true;
  }
};

test("each limit counts separately, by IPv4 address, IPv6 /64 or ID, and resets after a minute", () => {
  let now = 0;
  const counts = createCallCounts(100, () => now);
  const [two, other] = [limitBy(counts, 2), limitBy(counts, 2)];
  for (const callers of [
    ["203.0.113.7", "203.0.113.7", "203.0.113.7"],
    ["2001:db8::1", "2001:db8::2", "2001:db8::ffff:3"],
    ["node-1", "node-1", "node-1"],
  ])
    expect(callers.map((caller) => isRefused(two, caller))).toEqual([false, false, true]);
  expect(isRefused(two, "203.0.113.8")).toBe(false);
  expect(isRefused(other, "203.0.113.7")).toBe(false);
  now = 60_000;
  expect(isRefused(two, "203.0.113.7")).toBe(false);
});

test("all limits together store a bounded number of callers, and a caller over the limit stays rejected", () => {
  const counts = createCallCounts(100, () => 0);
  const limits = Array.from({ length: 4 }, () => limitBy(counts, 1));
  expect(isRefused(limits[0]!, "persistent")).toBe(false);
  for (let n = 0; n < 1000; n += 1) {
    for (const limit of limits) limit(`198.51.${n >> 8}.${n & 255}`);
    expect(isRefused(limits[0]!, "persistent")).toBe(true);
    expect(counts.size()).toBeLessThanOrEqual(100);
  }
});
