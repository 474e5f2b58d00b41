/** Rows of a table. The functions below return changed copies. */
export type Rows = readonly (readonly string[])[];

export const emptyRow = (width: number): string[] => Array.from({ length: width }, () => "");

export const withCell = (rows: Rows, row: number, column: number, text: string): string[][] =>
  rows.map((cells, at) => cells.map((cell, index) => (at === row && index === column ? text : cell)));

/** Adds an empty row after a row. -1 adds it at the start. */
export const withRowAfter = (rows: Rows, row: number, width: number): string[][] => [
  ...rows.slice(0, row + 1).map((cells) => [...cells]),
  emptyRow(width),
  ...rows.slice(row + 1).map((cells) => [...cells]),
];

export const withoutRow = (rows: Rows, row: number): string[][] =>
  rows.filter((_, at) => at !== row).map((cells) => [...cells]);

/** Moves a row up (-1) or down (1), but not beyond the ends. */
export const withRowMoved = (rows: Rows, row: number, step: -1 | 1): string[][] => {
  const moved = rows.map((cells) => [...cells]);
  const [removed] = moved.splice(row, 1);
  if (removed) moved.splice(Math.min(rows.length - 1, Math.max(0, row + step)), 0, removed);
  return moved;
};

/** Parses rows pasted from a spreadsheet or list. Returns undefined for a single cell. */
export const pastedRows = (text: string, width: number): string[][] | undefined => {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  if (lines.length === 1 && !text.includes("\t")) return undefined;
  return lines.map((line) => [...line.split("\t"), ...emptyRow(width)].slice(0, width));
};
