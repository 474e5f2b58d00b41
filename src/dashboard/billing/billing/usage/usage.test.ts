import { expect, test } from "vitest";
import type { LandUsed } from "../../../../../resources/billing/analytics-calls.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import { periodAt, sayPeriod, stepsOf } from "./periods.ts";
import { emptyChartText, unitOfChart, usageChart } from "./usage-chart.ts";

const seconds = (moment: string): number => Date.parse(moment) / 1000;
const iso = (at: number): string => new Date(at * 1000).toISOString().slice(0, 16);

test("a day has its hours, a month its days and a year its months, in UTC", () => {
  const at = seconds("2026-02-28T23:30Z");
  const shown = (["HOUR", "DAY", "MONTH"] as const).map((type) => {
    const period = periodAt(type, at);
    const steps = stepsOf(period);
    return [sayPeriod(period), steps.length, iso(steps[0]!), iso(steps.at(-1)!)];
  });
  expect(shown).toEqual([
    ["28 Feb 2026", 24, "2026-02-28T00:00", "2026-02-28T23:00"],
    ["February 2026", 28, "2026-02-01T00:00", "2026-02-28T00:00"],
    ["2026", 12, "2026-01-01T00:00", "2026-12-01T00:00"],
  ]);
  expect(sayPeriod(periodAt("DAY", seconds("2026-01-31T12:00Z"), 1))).toBe("February 2026");
  expect(sayPeriod(periodAt("HOUR", seconds("2026-03-01T12:00Z"), -1))).toBe("28 Feb 2026");
});

const row = (
  resourceType: LandUsed["resourceType"],
  at: string,
  landUsed: string,
  resourceUsed: string,
  landCovered = "0",
): LandUsed => ({
  timestamp: seconds(at),
  resourceType,
  landUsed,
  landCovered,
  resourceUsed,
  message: "",
});
const rows = [
  row("TRAFFIC", "2026-02-01T00:00Z", "5", "700"),
  row("BUILD_TIME", "2026-02-01T00:00Z", "7", "60"),
  row("IPFS_STORAGE", "2026-02-01T00:00Z", "1", String(86_400 * 10)),
  row("IPFS_STORAGE", "2026-02-02T00:00Z", "1", String(43_200 * 10)),
];
const february = periodAt("DAY", rows[0]!.timestamp);
const noon = seconds("2026-02-02T12:00Z");

test("a chart shows one resource's usage or cost, or the total cost; future days are blank", () => {
  const valuesOf = (resource: MeteredResource | undefined, measure: "used" | "land") =>
    usageChart(rows, february, { resource, measure }, noon).series[0]!.values.slice(0, 3);
  expect(valuesOf(undefined, "land")).toEqual([13n, 1n, null]);
  expect(valuesOf("TRAFFIC", "used")).toEqual([700n, 0n, null]);
  expect(valuesOf("TRAFFIC", "land")).toEqual([5n, 0n, null]);
});

test("usage that packages cover is charted at its price, beside what is charged", () => {
  const covered = [row("TRAFFIC", "2026-02-01T00:00Z", "5", "700", "9"), rows[1]!];
  const { series } = usageChart(covered, february, { resource: undefined, measure: "land" }, noon);
  expect(series.map(({ label, values }) => [label, ...values.slice(0, 3)])).toEqual([
    ["Charged", 12n, 0n, null],
    ["Covered by your packages", 9n, 0n, null],
  ]);
});

test("storage is averaged: an unfinished day counts until now", () => {
  const { series } = usageChart(rows, february, { resource: "IPFS_STORAGE", measure: "used" }, noon);
  expect(series[0]!.values.slice(0, 3)).toEqual([10n, 10n, null]);
});

test("no usage is no data; each resource has its unit", () => {
  expect(usageChart(rows, february, { resource: "AI_RPC", measure: "used" }, noon)).toEqual({ times: [], series: [] });
  expect(unitOfChart({ resource: "BUILD_TIME", measure: "used" })).toBe("minutes");
  expect(unitOfChart({ resource: "BUILD_TIME", measure: "land" })).toBe("land");
  expect(unitOfChart({ resource: undefined, measure: "used" })).toBe("land");
});

test("a chart of usage that costs nothing and has no price says that the package covers it, and where the usage is", () => {
  const covered = [row("TRAFFIC", "2026-02-01T00:00Z", "0", "3355443")];
  const textOf = (resource: MeteredResource | undefined, measure: "used" | "land") =>
    emptyChartText(covered, { resource, measure });
  expect(textOf(undefined, "used")).toContain("your package covers this usage. Select a resource");
  expect(textOf("TRAFFIC", "land")).toContain("your package covers this usage. Select Usage");
  expect([textOf("TRAFFIC", "used"), textOf("BUILD_TIME", "land")]).toEqual([undefined, undefined]);
  expect(emptyChartText([], { resource: undefined, measure: "used" })).toBeUndefined();
});
