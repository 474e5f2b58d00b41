import { expect, test } from "vitest";
import { formatBytes } from "./bytes.ts";
import { formatCost } from "./cost.ts";
import { formatCount, formatLand } from "./count.ts";
import { formatDay, formatRelative } from "./date.ts";
import { formatDuration, formatMinutes, remaining } from "./duration.ts";
import { formatOrdinal } from "./ordinal.ts";
import { shortenAddress, shortenName } from "./shorten.ts";

const land = (amount: number) => BigInt(amount) * 10n ** 18n;

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
});

test("LAND values use K, M, B, T, capped at '> 99999 T'", () => {
  expect(formatLand(land(950))).toBe("950");
  expect(formatLand(String(land(1_500_000)))).toBe("1.5 M");
  expect(formatLand(land(99_999) * 10n ** 12n)).toBe("99999 T");
  expect(formatLand(land(100_000) * 10n ** 12n)).toBe("> 99999 T");
  expect(formatLand(-land(2000))).toBe("-2 K");
  expect(formatLand(land(1) / 2n)).toBe("0.5");
});

test("build time shows minutes", () => {
  expect(formatMinutes(90)).toBe("1.5 min");
  expect(formatMinutes(3000)).toBe("50 min");
  expect([8, 65, 7380].map(formatDuration)).toEqual(["8s", "1m 05s", "2h 03m"]);
});

test("cost below 0.0001 shows '<0.0001'; otherwise 4 decimals below 0.01 and 2 above", () => {
  expect([0.00005, 0.0001, 0.0099, 0.01, 12.345, 0].map(formatCost)).toEqual([
    "<0.0001",
    "0.0001",
    "0.0099",
    "0.01",
    "12.35",
    "0.00",
  ]);
});

test("team name and username shortening: 6 leading and 4 trailing characters", () => {
  expect(shortenName("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")).toBe("0x7099…79C8");
  expect(shortenName("Alice")).toBe("Alice");
});

test("address display in logs: first 5 and last 4 characters", () => {
  expect(shortenAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")).toBe("0x709…79C8");
});

test("count-down shows hours, minutes and seconds", () => {
  expect(remaining(259_200)).toEqual({ hours: "72", minutes: "00", seconds: "00" });
  expect(remaining(3661)).toEqual({ hours: "01", minutes: "01", seconds: "01" });
  expect(remaining(-1)).toEqual({ hours: "00", minutes: "00", seconds: "00" });
});

test("moments are read as Unix seconds", () => {
  expect(formatRelative(1_700_000_000, 1_700_000_180_000)).toBe("3 minutes ago");
  expect(formatDay(1_700_000_000)).toMatch(/^1[45] Nov 2023$/);
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
