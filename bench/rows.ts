/** A comparison of the same work by Freehold and by the simplest program that does it, in the same run. */
export interface BenchRow {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** The baseline's name, and its figure in the same unit. */
  readonly floorName: string;
  readonly floor: number;
  /** Whether more (a rate) or less (a time) is better. */
  readonly better: "more" | "less";
}

/** Ratio to the baseline: 1 is equal, above is better. */
export const ratioOf = ({ ours, floor, better }: BenchRow): number => (better === "more" ? ours / floor : floor / ours);

/** Formats a table: name, both figures, and the ratio. */
export const tableOf = (rows: readonly BenchRow[]): string => {
  const cells = rows.map((row) => [
    row.name,
    `${figure(row.ours)} ${row.unit}`,
    `${row.floorName} ${figure(row.floor)} ${row.unit}`,
    `${ratioOf(row).toFixed(2)} ×`,
  ]);
  const lines = [["", "Freehold", "compared with", "ratio (above 1: better)"], ...cells];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("   ")
        .trimEnd(),
    )
    .join("\n");
};

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Returns the value below which this share of the values lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;

const figure = (value: number): string =>
  new Intl.NumberFormat("en", { maximumSignificantDigits: 3, useGrouping: true }).format(value);
