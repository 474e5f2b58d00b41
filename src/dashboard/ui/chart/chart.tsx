import { lazy, Suspense } from "react";
import { messages } from "../../../../resources/messages.ts";
import { formatDay } from "../../lib/format/date.ts";
import { hasPoints, highlightsOf } from "./chart-points.ts";
import { ChartTable } from "./chart-table.tsx";
import type { ChartData, ChartKind, ChartUnit } from "./chart-types.ts";
import { chartUnits } from "./chart-units.ts";
import styles from "./chart.module.css";

const ChartCanvas = lazy(async () => ({ default: (await import("./chart-canvas.tsx")).ChartCanvas }));

interface ChartProps {
  /** Label: "Traffic". */
  readonly label: string;
  /** Undefined while loading. */
  readonly data: ChartData | undefined;
  readonly unit: ChartUnit;
  /** Bars for totals of an interval, a line for values at a point in time. */
  readonly kind?: ChartKind;
  readonly heightPx?: number;
}

/** Time series as a chart and a table. The drawing code loads on demand. */
export const Chart = ({ label, data, unit, kind = "line", heightPx = 240 }: ChartProps) => {
  if (!data) return <div className={`${styles.blank} fh-skeleton`} style={{ height: heightPx }} aria-busy="true" />;
  if (!hasPoints(data))
    return (
      <p className={styles.blank} style={{ height: heightPx }}>
        {messages.noData}
      </p>
    );
  return (
    <figure className={styles.chart} aria-label={label}>
      <Suspense
        fallback={<div className={`${styles.blank} fh-skeleton`} style={{ height: heightPx }} aria-busy="true" />}
      >
        <ChartCanvas summary={summaryOf(label, data, unit)} data={data} unit={unit} kind={kind} heightPx={heightPx} />
      </Suspense>
      {data.series.length > 1 && (
        <figcaption className={styles.legend} aria-hidden="true">
          {data.series.map((series, index) => (
            <span key={series.label} className={styles.entry}>
              <i className={styles.mark} data-series={index % 4} />
              {series.label}
            </span>
          ))}
        </figcaption>
      )}
      <ChartTable label={label} data={data} unit={unit} />
    </figure>
  );
};

/** Text alternative of the chart. */
const summaryOf = (label: string, { times, series }: ChartData, unit: ChartUnit): string => {
  const { format } = chartUnits[unit];
  const parts = series.map((one) => {
    const found = highlightsOf(one);
    return found
      ? `${one.label}: highest ${format(found.highest)}, latest ${format(found.last)}`
      : `${one.label}: nothing`;
  });
  return `${label} from ${formatDay(times[0]!)} to ${formatDay(times.at(-1)!)}. ${parts.join("; ")}.`;
};
