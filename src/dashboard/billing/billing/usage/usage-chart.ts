/** Chart of the usage in a period. */
import type { LandUsed } from "../../../../../resources/billing/analytics-calls.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import type { ChartData, ChartUnit } from "../../../ui/chart/chart-types.ts";
import { nameOfResource } from "../../../framework/cost/usage-tiles.ts";
import { stepsOf, type Period } from "./periods.ts";

/** For one resource: amount or cost. For all resources: cost. */
export type Measure = "used" | "land";

export interface Shown {
  readonly resource: MeteredResource | undefined;
  readonly measure: Measure;
}

export const unitOfChart = ({ resource, measure }: Shown): ChartUnit => {
  if (measure === "land" || resource === undefined) return "land";
  return units[resource];
};

const units: Readonly<Record<MeteredResource, ChartUnit>> = {
  IPFS_STORAGE: "bytes",
  AR_STORAGE: "bytes",
  TRAFFIC: "bytes",
  BUILD_TIME: "minutes",
  COMPUTE_UNIT: "count",
  AI_RPC: "count",
};

/** Without any usage, returns no data. Future steps stay blank. */
export const usageChart = (rows: readonly LandUsed[], period: Period, shown: Shown, nowSeconds: number): ChartData => {
  const some = rows.filter(({ resourceType }) => shown.resource === undefined || resourceType === shown.resource);
  if (some.length === 0) return { times: [], series: [] };
  const steps = stepsOf(period);
  const valuesOf = (amount: (row: LandUsed, seconds: number) => bigint) =>
    steps.map((step, index) => {
      if (step > nowSeconds) return null;
      const until = Math.min(steps[index + 1] ?? period.until, nowSeconds);
      const rowsOfStep = some.filter(({ timestamp }) => timestamp === step);
      return rowsOfStep.reduce((sum, row) => sum + amount(row, until - step), 0n);
    });
  const times = steps.map(asUtc);
  if (shown.resource && shown.measure === "used") {
    const values = valuesOf((row, seconds) => amountOf(row, seconds));
    return { times, series: [{ label: nameOfResource(shown.resource), values }] };
  }
  const charged = { label: "Charged", values: valuesOf(({ landUsed }) => BigInt(landUsed)) };
  const covered = { label: "Covered by your packages", values: valuesOf(({ landCovered }) => BigInt(landCovered)) };
  return { times, series: covered.values.some((value) => value) ? [charged, covered] : [charged] };
};

/** Returns what a chart without points says: usage that packages cover costs nothing. Undefined without usage. */
export const emptyChartText = (rows: readonly LandUsed[], { resource, measure }: Shown): string | undefined => {
  const isUsed = rows.some(
    (row) => (resource ?? row.resourceType) === row.resourceType && BigInt(row.resourceUsed) > 0n,
  );
  if (!isUsed || unitOfChart({ resource, measure }) !== "land") return undefined;
  return `Nothing spent: your package covers this usage. ${resource ? "Select Usage to see it." : "Select a resource to see its usage."}`;
};

/** For storage: the average stored over so many seconds. */
const amountOf = ({ resourceType, resourceUsed }: LandUsed, seconds: number): bigint =>
  resourceType === "IPFS_STORAGE" ? BigInt(resourceUsed) / BigInt(Math.max(seconds, 1)) : BigInt(resourceUsed);

/** Returns the local moment that reads like the given one in UTC: bills use UTC, charts show local time. */
const asUtc = (seconds: number): number => seconds + new Date(seconds * 1000).getTimezoneOffset() * 60;
