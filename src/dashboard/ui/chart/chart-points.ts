import type { ChartData, ChartKind, ChartSeries } from "./chart-types.ts";

type Points = (number | null)[];

/**
 * Returns the rows to draw: the times, then one row per series. Bars are stacked, so each row is the sum up to its
 * series, and the tallest comes first: the others are drawn over it.
 */
export const pointsOf = ({ times, series }: ChartData, kind: ChartKind): [number[], ...Points[]] => {
  const rows = series.map(({ values }) => values.map((value) => (value === null ? null : Number(value))));
  return [[...times], ...(kind === "line" ? rows : stacked(rows).toReversed())];
};

const stacked = (rows: readonly Points[]): Points[] =>
  rows.map((row, index) =>
    row.map((value, at) =>
      value === null ? null : rows.slice(0, index + 1).reduce((sum, { [at]: own }) => sum + (own ?? 0), 0),
    ),
  );

/** Pixels between two ticks of the y-axis, at least. */
const tickPx = 44;

/** Returns the ticks of the y-axis: from zero to the first one at or above the highest value, in readable steps. */
export const ticksOf = (highest: number, steps: readonly number[], heightPx: number): number[] => {
  const most = Math.max(1, Math.floor(heightPx / tickPx));
  const step = steps.find((each) => highest <= each * most) ?? highest / most;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
};

/** Returns the values without a neighbour, which a line alone doesn't show. */
export const lonelyPoints = (values: readonly (number | null | undefined)[]): number[] => {
  const has = (index: number): boolean => values[index] !== null && values[index] !== undefined;
  return values.flatMap((_, index) => (has(index) && !has(index - 1) && !has(index + 1) ? [index] : []));
};

/** Returns the shortest interval in seconds; a day for a single point. */
export const stepOf = (times: readonly number[]): number =>
  times.length < 2 ? 86_400 : Math.min(...times.slice(1).map((time, index) => time - times[index]!));

/** Returns whether the interval is a day or longer; the day of a switch to daylight saving time has 23 hours. */
export const isDaily = (times: readonly number[]): boolean => stepOf(times) >= 82_800;

/** Returns whether any value is nonzero. */
export const hasPoints = ({ series }: ChartData): boolean =>
  series.some(({ values }) => values.some((value) => value !== null && Number(value) !== 0));

/** Returns a series' highest and last values; undefined without values. */
export const highlightsOf = ({ values }: ChartSeries) => {
  const present = values.filter((value) => value !== null);
  const last = present.at(-1);
  return last === undefined
    ? undefined
    : { last, highest: present.reduce((top, value) => (value > top ? value : top)) };
};
