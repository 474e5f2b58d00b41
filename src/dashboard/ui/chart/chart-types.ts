/** Units of a chart's y-axis. A rate may be a fraction. Storage in bytes, LAND ×1e18, build time in seconds, response times in ms. */
export type ChartUnit = "count" | "rate" | "bytes" | "land" | "minutes" | "milliseconds";
export type ChartKind = "line" | "bars";

export interface ChartSeries {
  readonly label: string;
  /** One per point in time; null where unknown. */
  readonly values: readonly (number | bigint | null)[];
}

export interface ChartData {
  /** Integer Unix seconds, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
}
