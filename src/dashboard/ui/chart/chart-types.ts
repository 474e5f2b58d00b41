/** What can be counted on a chart's upright axis. Storage in bytes, LAND ×1e18, build time in seconds, answers in ms. */
export type ChartUnit = "count" | "bytes" | "land" | "minutes" | "milliseconds";
export type ChartKind = "line" | "bars";

export interface ChartSeries {
  readonly label: string;
  /** One for each moment; null where nothing is known. */
  readonly values: readonly (number | bigint | null)[];
}

export interface ChartData {
  /** Integer Unix seconds, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
}
