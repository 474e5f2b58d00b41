import type { ReactNode } from "react";
import styles from "./two-lines.module.css";

interface TwoLinesProps {
  readonly first: ReactNode;
  /** Left out when it is empty. */
  readonly second: ReactNode;
}

/** A cell of a list with a quieter line below its first one. */
export const TwoLines = ({ first, second }: TwoLinesProps) => (
  <span className={styles.two}>
    <span>{first}</span>
    {second && <small>{second}</small>}
  </span>
);
