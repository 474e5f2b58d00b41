/** Periods and measures of the gateway chart. */
import type { Reply } from "../../../../../resources/call-input.ts";
import type { gatewayAnalytics } from "../../../../../resources/gateway/gateway-calls.ts";
import type { DateRange } from "../../../framework/forms/date-range.tsx";
import type { ChartData } from "../../../ui/chart/chart-types.ts";

export type Measure = "requests" | "bytes";

export const presets = [
  { value: "1d", label: "Past day" },
  { value: "7d", label: "Past 7 days" },
  { value: "30d", label: "Past 30 days" },
] as const;

/** Returns the time span of a range. Preset ranges start at a full hour, so that replies can be cached. */
export const spanOf = (range: DateRange, nowMs = Date.now()): { startAt: number; endAt?: number } => {
  if (typeof range !== "string") return { startAt: range.startSeconds, endAt: range.endSeconds };
  const hour = Math.floor(nowMs / 3_600_000) * 3600;
  return { startAt: hour - Number.parseInt(range) * 86_400 };
};

export const chartOf = ({ points }: Reply<typeof gatewayAnalytics>, measure: Measure): ChartData => ({
  times: points.map(({ at }) => at),
  series: [
    {
      label: measure === "bytes" ? "Traffic" : "Requests",
      values: points.map((point) => point[measure]),
    },
  ],
});
