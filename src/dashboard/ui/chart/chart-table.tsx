import { useState } from "react";
import { formatDay, formatMoment } from "../../lib/format/date.ts";
import { isDaily } from "./chart-points.ts";
import type { ChartData, ChartUnit } from "./chart-types.ts";
import { chartUnits } from "./chart-units.ts";
import styles from "./chart.module.css";

interface ChartTableProps {
  readonly label: string;
  readonly data: ChartData;
  readonly unit: ChartUnit;
}

/** The data as a table, newest first; rendered once it is opened. */
export const ChartTable = ({ label, data: { times, series }, unit }: ChartTableProps) => {
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
