import { lazy, Suspense, useState } from "react";
import { messages } from "../../../../resources/declare/messages.ts";
import { formatDay, formatMoment } from "../../lib/format/date.ts";
import { hasPoints, highlightsOf, isDaily } from "./chart-points.ts";
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
  /** Bars for an interval's total or level, a line for values at a point in time. */
  readonly kind?: ChartKind;
  readonly heightPx?: number;
  /** Shown instead of the chart if all values are zero. */
  readonly empty?: string;
}

/** Time series as a chart and a table. The drawing code loads on demand. */
export const Chart = ({ label, data, unit, kind = "line", heightPx = 240, empty }: ChartProps) => {
  if (!data) return <div className={`${styles.blank} fh-skeleton`} style={{ height: heightPx }} aria-busy="true" />;
  if (!hasPoints(data))
    return (
      <p className={styles.blank} style={{ height: heightPx }}>
        {empty ?? messages.noData}
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

interface ChartTableProps {
  readonly label: string;
  readonly data: ChartData;
  readonly unit: ChartUnit;
}

/** The data as a table, newest first; rendered once it is opened. */
const ChartTable = ({ label, data: { times, series }, unit }: ChartTableProps) => {
  const [open, setOpen] = useState(false);
  const write = isDaily(times) ? formatDay : formatMoment;
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show as table</summary>
      {open && (
        <div className={styles.scroller} tabIndex={0} role="region" aria-label={`${label} data table`}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Time</th>
                {series.map((one) => (
                  <th key={one.label} scope="col">
                    {one.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times
                .map((time, index) => (
                  <tr key={time}>
                    <th scope="row">{write(time)}</th>
                    {series.map(({ label: name, values }) => (
                      <td key={name}>{valueText(values[index], unit)}</td>
                    ))}
                  </tr>
                ))
                .toReversed()}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
};

const valueText = (value: number | bigint | null | undefined, unit: ChartUnit): string =>
  value === null || value === undefined ? "–" : chartUnits[unit].format(value);
