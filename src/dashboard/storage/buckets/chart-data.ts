/** Converts usage data for charts. */
import type * as z from "zod/mini";
import type { bucketChart } from "../../../../resources/storage/bucket-calls.ts";
import type { DateRange } from "../../framework/forms/date-range.tsx";
import type { ChartData } from "../../ui/chart/chart-types.ts";

const daySeconds = 86_400;

/** Returns both ends in Unix seconds. "7d" ends now. */
export const spanOf = (range: DateRange, nowMs = Date.now()): { readonly startAt: number; readonly endAt: number } => {
  if (typeof range !== "string") return { startAt: range.startSeconds, endAt: range.endSeconds };
  const endAt = Math.floor(nowMs / 1000);
  return { startAt: endAt - Number.parseInt(range, 10) * daySeconds, endAt };
};

export const chartDataOf = (
  label: string,
  { subsections, collections }: z.output<typeof bucketChart.reply>,
): ChartData => ({
  times: subsections,
  series: collections.map(({ raws }) => ({ label, values: raws })),
});
