import type { ReactNode } from "react";
import styles from "./two-lines.module.css";

interface TwoLinesProps {
  readonly first: ReactNode;
  /** Omitted if empty. */
  readonly second: ReactNode;
}

/** A table cell with a secondary line. */
export const TwoLines = ({ first, second }: TwoLinesProps) => (
  <span className={styles.two}>
    <span>{first}</span>
    {second && <small>{second}</small>}
  </span>
);
