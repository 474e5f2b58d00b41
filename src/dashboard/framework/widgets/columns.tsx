import { Fragment, type ReactNode } from "react";
import type { ListSpec } from "../../../../resources/declare/define.ts";
import type { Fields, Widget } from "../../../../resources/declare/fields.ts";
import { TwoLines } from "../../ui/panels/two-lines.tsx";
import type { Column } from "../../ui/table/data-table-types.ts";
import { cell } from "./cell.tsx";

interface Declared {
  readonly fields: Fields;
  readonly list?: Pick<ListSpec, "columns" | "link" | "sort"> | undefined;
}

/** Words of numbers, which are aligned at their end. */
const numbers: readonly Widget[] = ["bytes", "count", "exact"];
/** Widths of words whose values have about the same length. Columns of text share the rest. */
const widths: Readonly<Partial<Record<Widget, string>>> = {
  ...Object.fromEntries(numbers.map((word) => [word, "110px"])),
  date: "164px",
  status: "140px",
};

/** A list's columns, drawn by the words of their fields; `cells` replace some, by column. The column that links to the record is the first. */
export const columnsOf = <Row extends object>({ fields, list }: Declared, cells: object = {}): Column<Row>[] => {
  const ownCells = cells as Readonly<Partial<Record<string, (row: Row) => ReactNode>>>;
  const valueOf = (row: Row, key: string): unknown => (row as Readonly<Record<string, unknown>>)[key];
  const show = (row: Row, key: string): ReactNode =>
    cell(fields[key]!, valueOf(row, key), row as Readonly<Record<string, unknown>>);
  const columns = Object.entries(list?.columns ?? {});
  const ordered = columns.toSorted(([a], [b]) => Number(b === list?.link) - Number(a === list?.link));
  return ordered.map(([key, { below = [], of, title, ...layout } = {}], place) => {
    const field = fields[key]!;
    const width = place > 0 && widths[field.as];
    const secondary = [below].flat();
    const first = (row: Row) =>
      of && Number(valueOf(row, of)) > 0 ? (
        <>
          {show(row, key)} of {show(row, of)}
        </>
      ) : (
        show(row, key)
      );
    const second = (row: Row) =>
      secondary
        .filter((name) => valueOf(row, name))
        .map((name, at) => (
          <Fragment key={name}>
            {at > 0 && " · "}
            {show(row, name)}
          </Fragment>
        ));
    const twoLines = (row: Row) => {
      const parts = second(row);
      return <TwoLines first={first(row)} second={parts.length > 0 && parts} />;
    };
    return {
      key,
      title: title ?? field.label,
      cell: ownCells[key] ?? (secondary.length > 0 ? twoLines : first),
      ...(width && { width }),
      ...(numbers.includes(field.as) && { align: "end" as const }),
      ...(list?.sort?.includes(key) && { sortable: true }),
      ...layout,
    };
  });
};
