import { messages } from "../../../../resources/declare/messages.ts";
import type { ChartUnit } from "./chart-types.ts";
import { chartUnits } from "./chart-units.ts";
import styles from "./ranking.module.css";

export interface Ranked {
  readonly name: string;
  readonly value: number;
}

interface RankingProps {
  /** Label: "Requests by method". */
  readonly label: string;
  /** In descending order; undefined while loading. */
  readonly rows: readonly Ranked[] | undefined;
  readonly unit: ChartUnit;
  /** Number of placeholder rows while loading. */
  readonly count?: number;
}

/** Ranking with bars, relative to the highest value. */
export const Ranking = ({ label, rows, unit, count = 5 }: RankingProps) => {
  const minHeight = `${count * 46 - 10}px`;
  if (!rows) return <div className={`${styles.blank} fh-skeleton`} style={{ minHeight }} aria-busy="true" />;
  if (rows.length === 0)
    return (
      <p className={styles.blank} style={{ minHeight }}>
        {messages.noData}
      </p>
    );
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ol className={styles.ranking} aria-label={label}>
      {rows.map(({ name, value }) => (
        <li key={name}>
          <span title={name}>{name}</span>
          <b>{chartUnits[unit].format(value)}</b>
          {value > 0 && <i aria-hidden="true" style={{ width: `${(value / most) * 100}%` }} />}
        </li>
      ))}
    </ol>
  );
};
