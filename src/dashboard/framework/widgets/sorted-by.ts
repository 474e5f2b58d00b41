import { textOf } from "../../lib/text-of.ts";
import type { Sort } from "../../ui/table/data-table-types.ts";

/** Sorts rows by a column: numbers by value, also as decimal text, and everything else as text. Rows without a value come last. */
export const sortedBy = <Row extends object>(rows: readonly Row[], sort: Sort | undefined): readonly Row[] => {
  if (!sort) return rows;
  const valueOf = (row: Row) => (row as Readonly<Record<string, unknown>>)[sort.replace("-", "")] ?? "";
  const sign = sort.startsWith("-") ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    return Number(a === "") - Number(b === "") || sign * (Number(a) - Number(b) || textOf(a).localeCompare(textOf(b)));
  });
};
