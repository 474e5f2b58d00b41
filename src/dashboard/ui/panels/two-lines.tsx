import type { ReactNode } from "react";

interface TwoLinesProps {
  readonly first: ReactNode;
  /** Omitted if empty. */
  readonly second: ReactNode;
}

/** A table cell with a secondary line. */
export const TwoLines = ({ first, second }: TwoLinesProps) => (
  <span className="fh-two-lines">
    <span>{first}</span>
    {second && <small>{second}</small>}
  </span>
);
