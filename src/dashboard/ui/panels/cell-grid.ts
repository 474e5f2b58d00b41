import type { CSSProperties } from "react";

export interface EvenGrid {
  readonly columns: number;
  /** Columns of the last cell, which takes the rest of its row. */
  readonly last: number;
}

/** Spreads cells over the fewest rows of at most `most` columns, as evenly as possible. `count` and `most` are at least 1. */
export const evenGrid = (count: number, most: number): EvenGrid => {
  const rows = Math.ceil(count / most);
  const columns = Math.ceil(count / rows);
  return { columns, last: rows * columns - count + 1 };
};

/** Returns the style of a `.fh-cells` grid: at most `most` columns on wide screens, three on tablets and two on phones. */
export const cellGrid = (count: number, most: number): CSSProperties => {
  const [wide, middle, narrow] = [most, 3, 2].map((columns) => evenGrid(Math.max(count, 1), columns)) as [
    EvenGrid,
    EvenGrid,
    EvenGrid,
  ];
  return {
    "--wide": wide.columns,
    "--wide-last": wide.last,
    "--middle": middle.columns,
    "--middle-last": middle.last,
    "--narrow": narrow.columns,
    "--narrow-last": narrow.last,
  } as CSSProperties;
};
