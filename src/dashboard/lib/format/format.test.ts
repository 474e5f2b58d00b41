import { expect, test } from "vitest";
import { landUnit } from "../../../../resources/money.ts";
import { formatBytes } from "./bytes.ts";
import { countOf, formatCount, formatWhole } from "./count.ts";
import { formatDay, formatMoment, formatMonth, formatRelative, formatTick, formatTime } from "./date.ts";
import { formatDuration, formatMilliseconds, formatMinutes, remaining } from "./duration.ts";
import { claimAmount, claimDigits, dollarsInput, dollarsTyped, landOfDollars, storageForMonth } from "./land.ts";
import { formatOrdinal } from "./ordinal.ts";
import { formatShare } from "./share.ts";
import { shortenAddress, shortenName } from "./shorten.ts";

const land = (amount: number) => BigInt(amount) * landUnit;

test("file sizes 1024-based (B, KB, MB, GB, TB)", () => {
  expect([0, 1, 1023, 1024, 1536, 1024 ** 2, 5 * 1024 ** 3, 3 * 1024 ** 4].map(formatBytes)).toEqual([
    "0 B",
    "1 B",
    "1023 B",
    "1 KB",
    "1.5 KB",
    "1 MB",
    "5 GB",
    "3 TB",
  ]);
  expect(formatBytes(1024 ** 2 - 1)).toBe("1 MB");
  expect(formatBytes(5000 * 1024 ** 4)).toBe("5000 TB");
  expect(formatBytes(5n * 1024n ** 3n)).toBe("5 GB");
});

test("counts K, M, B, T", () => {
  expect([0, 999, 1000, 1234, 999_999, 2_500_000, 3e9, 4e12, 5e15].map(formatCount)).toEqual([
    "0",
    "999",
    "1K",
    "1.23K",
    "1M",
    "2.5M",
    "3B",
    "4T",
    "5000T",
  ]);
  expect(formatCount(-1234)).toBe("-1.23K");
});

test("counts in full, with their noun", () => {
  expect([0, 999, 12_345].map(formatWhole)).toEqual(["0", "999", "12,345"]);
  expect([0, 1, 12_345].map((count) => countOf(count, "file"))).toEqual(["0 files", "1 file", "12,345 files"]);
  expect(countOf(2, "entry", "entries")).toBe("2 entries");
});

test("custom claim amount: only digits kept, max 5 characters; the value is multiplied by 1,000,000 LAND", () => {
  expect(["12", "1a2 ", "123456789", "-1.5", "", "abc"].map(claimDigits)).toEqual(["12", "12", "12345", "15", "", ""]);
  expect(claimAmount("12")).toBe(land(12_000_000));
  expect([claimAmount(""), claimAmount("0")]).toEqual([0n, 0n]);
});

test("an amount is entered in dollars, down to one LAND", () => {
  expect(["1,500.25 USD", "2,5", "1,500", "0.0000019", "12345678901", ".5", "$"].map(dollarsTyped)).toEqual([
    "1500.25",
    "2.5",
    "1500",
    "0.000001",
    "123456789",
    ".5",
    "",
  ]);
  expect(["2.5", "2.", "0", "", "."].map(landOfDollars)).toEqual([
    String(land(2_500_000)),
    String(land(2_000_000)),
    "0",
    "",
    "",
  ]);
  expect([String(land(2_500_000)), String(land(1)), "0", ""].map(dollarsInput)).toEqual(["2.50", "0.000001", "0", ""]);
});

test("IPFS unit price is multiplied by 2592000 seconds (30 days) to convert balance to storage", () => {
  const pricePerByteSecond = 29_000_000n;
  expect(formatBytes(storageForMonth(land(80_711), pricePerByteSecond))).toBe("1 GB");
  expect(storageForMonth(String(pricePerByteSecond * 2_592_000n * 7n), String(pricePerByteSecond))).toBe(7n);
});

test("build time shows minutes", () => {
  expect(formatMinutes(90)).toBe("1.5 min");
  expect(formatMinutes(3000)).toBe("50 min");
  expect([0, 8, 65, 7380].map(formatDuration)).toEqual(["<1s", "8s", "1m 05s", "2h 03m"]);
});

test("team name and username shortening: 6 leading and 4 trailing characters", () => {
  expect(shortenName("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")).toBe("0x7099…79C8");
  expect(shortenName("Alice")).toBe("Alice");
  expect(shortenName("🌳🌲🌴🌵🌾🌿 the gardeners 🍀🍁🍂🍃")).toBe("🌳🌲🌴🌵🌾🌿…🍀🍁🍂🍃");
});

test("address display in logs: first 5 and last 4 characters", () => {
  expect(shortenAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")).toBe("0x709…79C8");
});

test("a countdown shows hours, minutes and seconds", () => {
  expect(remaining(259_200)).toEqual({ hours: "72", minutes: "00", seconds: "00" });
  expect(remaining(3661)).toEqual({ hours: "01", minutes: "01", seconds: "01" });
  expect(remaining(-1)).toEqual({ hours: "00", minutes: "00", seconds: "00" });
});

test("times are parsed as Unix seconds", () => {
  expect(formatRelative(1_700_000_000, 1_700_000_180_000)).toBe("3 minutes ago");
  expect(formatDay(1_700_000_000)).toMatch(/^1[45] Nov 2023$/);
  expect(formatMoment(1_700_000_000)).toMatch(/^1[45] Nov 2023, \d\d:\d\d:20$/);
  expect(formatTime(1_700_000_000)).toMatch(/^\d\d:\d\d:20$/);
  expect(formatMonth("2026-11")).toBe("November 2026");
});

test("relative times in rounded units, past and future", () => {
  const [minute, hour, day] = [60, 3600, 86_400];
  const phrases: readonly (readonly [distance: number, phrase: string])[] = [
    [0, "a few seconds"],
    [44, "a few seconds"],
    [45, "a minute"],
    [89, "a minute"],
    [90, "2 minutes"],
    [44 * minute, "44 minutes"],
    [45 * minute, "an hour"],
    [90 * minute, "2 hours"],
    [21 * hour, "21 hours"],
    [22 * hour, "a day"],
    [36 * hour, "2 days"],
    [25 * day, "25 days"],
    [26 * day, "a month"],
    [50 * day, "2 months"],
    [305 * day, "10 months"],
    [325 * day, "a year"],
    [550 * day, "2 years"],
  ];
  for (const [distance, phrase] of phrases) {
    expect(formatRelative(1_700_000_000, (1_700_000_000 + distance) * 1000)).toBe(`${phrase} ago`);
    if (distance > 0) expect(formatRelative(1_700_000_000, (1_700_000_000 - distance) * 1000)).toBe(`in ${phrase}`);
  }
});

test("ticks of a time axis are as precise as their interval", () => {
  expect(formatTick(1_700_000_000, 10)).toMatch(/^\d\d:\d\d:20$/);
  expect(formatTick(1_700_000_000, 3600)).toMatch(/^\d\d:\d\d$/);
  expect(formatTick(new Date(2023, 10, 15).getTime() / 1000, 43_200)).toBe("15 Nov");
  expect(formatTick(1_700_000_000, 86_400)).toMatch(/^1[45] Nov$/);
  expect(formatTick(1_700_000_000, 31 * 86_400)).toBe("Nov 2023");
});

test("places in a queue 1st, 2nd, 3rd, 4th, 11th", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 1000].map(formatOrdinal)).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "13th",
    "21st",
    "102nd",
    "1,000th",
  ]);
});

test("a share is shown in percent, and as 100% only when complete", () => {
  expect([0, 0.0004, 0.25, 0.9994, 0.99999, 1].map(formatShare)).toEqual([
    "0%",
    "<0.1%",
    "25%",
    "99.9%",
    "99.9%",
    "100%",
  ]);
});

test("response times are shown in ms, and in seconds from 1 s on", () => {
  expect([0, 0.4, 7.4, 999, 1250, 12_000].map(formatMilliseconds)).toEqual([
    "0 ms",
    "0.4 ms",
    "7 ms",
    "999 ms",
    "1.25 s",
    "12 s",
  ]);
});
