import styles from "./meters.module.css";
import { Meter } from "./tiles.tsx";

export interface MeterRow {
  readonly title: string;
  /** "3.3 MB / 100 GB". */
  readonly text: string;
  /** Share used, 0 to 1: shows a bar. */
  readonly share?: number;
  /** Small text below. */
  readonly note?: string;
}

/** Usage in rows: name, amount and a thin bar. */
export const Meters = ({ rows }: { readonly rows: readonly MeterRow[] }) => (
  <dl className={styles.rows}>
    {rows.map(({ title, text, share, note }) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>{text}</dd>
        {share !== undefined && (
          <dd className={styles.wide}>
            <Meter label={title} share={share} />
          </dd>
        )}
        {note !== undefined && <dd className={`${styles.wide} ${styles.note}`}>{note}</dd>}
      </div>
    ))}
  </dl>
);
