/** Draws on a canvas by uPlot; the only file that imports it. */
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import { formatTick } from "../../lib/format/date.ts";
import { isDaily, lonelyPoints, pointsOf, stepOf, ticksOf } from "./chart-points.ts";
import type { ChartData, ChartKind, ChartUnit } from "./chart-types.ts";
import { chartUnits } from "./chart-units.ts";

export interface ChartHandle {
  readonly update: (data: ChartData) => void;
  /** Moves the selection by a number of points. */
  readonly move: (step: number) => void;
  readonly leave: () => void;
  readonly stop: () => void;
}

/** The selected point in time, and its offset in px from the chart's left edge. */
export interface Pointed {
  readonly index: number;
  readonly left: number;
}

interface Drawing {
  readonly kind: ChartKind;
  readonly unit: ChartUnit;
  readonly heightPx: number;
  readonly onPoint: (pointed: Pointed | undefined) => void;
}

/** Theme colours of the series, in order. */
const seriesColors = ["--fh-accent", "--fh-info", "--fh-warning", "--fh-danger"] as const;
const dashes = [[], [7, 4], [2, 3], [10, 3, 2, 3]];
const axisFontPx = 12;

/** Draws into an element at its full width, until stopped; colours follow the theme. */
export const drawChart = (host: HTMLElement, data: ChartData, drawing: Drawing): ChartHandle => {
  const { heightPx, kind, onPoint } = drawing;
  const plot = new uPlot(
    {
      ...optionsFor(host, data, drawing),
      width: host.clientWidth,
      height: heightPx,
      hooks: {
        setCursor: [
          ({ cursor, data: [times], valToPos, over }) => {
            const { idx } = cursor;
            const isOut = idx === null || idx === undefined || cursor.left === undefined || cursor.left < 0;
            onPoint(isOut ? undefined : { index: idx, left: over.offsetLeft + valToPos(times[idx]!, "x") });
          },
        ],
      },
    },
    pointsOf(data, kind),
    host,
  );
  const stopWatching = watch(host, plot, heightPx);
  return {
    update: (next) => plot.setData(pointsOf(next, kind)),
    move: (step) => {
      const last = plot.data[0].length - 1;
      const from = (plot.cursor.left ?? -1) < 0 ? (step > 0 ? -1 : last + 1) : (plot.cursor.idx ?? 0);
      const index = Math.max(0, Math.min(last, from + step));
      plot.setCursor({ left: plot.valToPos(plot.data[0][index]!, "x"), top: 0 });
    },
    leave: () => plot.setCursor({ left: -10, top: -10 }),
    stop: () => {
      stopWatching();
      plot.destroy();
    },
  };
};

const optionsFor = (host: HTMLElement, { series, times }: ChartData, { kind, unit, heightPx }: Drawing) => {
  const color = (name: string) => () => getComputedStyle(host).getPropertyValue(name).trim();
  const { format, steps } = chartUnits[unit];
  const ticks = (highest: number | null) => ticksOf(highest ?? 0, steps, heightPx - axisFontPx - 28);
  const font = `${axisFontPx}px ${getComputedStyle(host).fontFamily}`;
  const axis = { font, stroke: color("--fh-text-muted"), ticks: { show: false } };
  const colors = series.map((_, index) => color(seriesColors[index % seriesColors.length]!));
  return {
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    padding: [12, 24, 0, 4] as uPlot.Padding,
    scales: {
      x: { time: false, range: ({ data: [x] }: uPlot): uPlot.Range.MinMax => rangeAround(x as number[], kind) },
      y: { range: (_: uPlot, _min: number | null, max: number | null): uPlot.Range.MinMax => [0, ticks(max).at(-1)!] },
    },
    axes: [
      {
        ...axis,
        space: 72,
        size: axisFontPx + 16,
        incrs: isDaily(times) ? timeSteps.filter((step) => step >= day) : timeSteps,
        grid: { show: false },
        values: (_: uPlot, splits: number[], _axis: number, _space: number, step: number) =>
          splits.map((split) => formatTick(split, step)),
      },
      {
        ...axis,
        splits: (_: uPlot, _axis: number, _min: number, max: number) => ticks(max),
        grid: { stroke: color("--fh-line"), width: 1 },
        values: (_: uPlot, splits: number[]) => splits.map((split) => format(split)),
        size: (plot: uPlot, values: readonly string[] | null) => widthOf(plot, font, values ?? []),
      },
    ],
    series: [
      {},
      ...(kind === "line"
        ? colors.map((each, index) => line(each, index, series.length))
        : colors.toReversed().map(bars)),
    ],
  };
};

type Color = () => string;

const line = (stroke: Color, index: number, count: number): uPlot.Series => ({
  stroke,
  width: 2,
  dash: dashes[index % dashes.length]!,
  points: {
    show: true,
    fill: stroke,
    // Equal points stay visible: later ones are smaller.
    size: 6 + 4 * (count - 1 - index),
    filter: (plot, at) => lonelyPoints([...plot.data[at]!]),
  },
});
const bars = (fill: Color): uPlot.Series => ({
  fill,
  stroke: fill,
  width: 0,
  points: { show: false },
  paths: uPlot.paths.bars!({ size: [0.7, 48], radius: 0.1 }),
});

/** Returns the range of the x-axis. Bars extend it by half a step, lines by room for a point; a single point needs a width too. */
const rangeAround = (times: readonly number[], kind: ChartKind): [number, number] => {
  const room = kind === "bars" || times.length === 1 ? stepOf(times) / 2 : stepOf(times) / 8;
  return [times[0]! - room, times.at(-1)! + room];
};

const second = 1;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const timeSteps = [
  ...[1, 2, 5, 10, 30].map((count) => count * second),
  ...[1, 5, 10, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 7, 14, 30, 60, 90, 180, 365].map((count) => count * day),
];

const widthOf = ({ ctx }: uPlot, font: string, values: readonly string[]): number => {
  ctx.save();
  ctx.font = font;
  const widest = Math.max(0, ...values.map((value) => ctx.measureText(value).width));
  ctx.restore();
  return Math.ceil(widest) + 18;
};

/** Redraws when the element's width or the theme changes. Returns the stop function. */
const watch = (host: HTMLElement, plot: uPlot, height: number): (() => void) => {
  const sizes = new ResizeObserver(() => {
    if (host.clientWidth > 0 && host.clientWidth !== plot.width) plot.setSize({ width: host.clientWidth, height });
  });
  sizes.observe(host);
  // Bars store their color in their shapes, so shapes are created again.
  const redraw = () => plot.redraw();
  const themes = new MutationObserver(redraw);
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", redraw);
  return () => {
    sizes.disconnect();
    themes.disconnect();
    system.removeEventListener("change", redraw);
  };
};
