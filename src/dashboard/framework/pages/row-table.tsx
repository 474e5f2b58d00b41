import { useMemo, useState, type ReactNode } from "react";
import type { RowList } from "../../../../resources/declare/rows.ts";
import { iconNamed } from "../../ui/icon.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { DataTableProps, Sort } from "../../ui/table/data-table-types.ts";
import { columnsOf } from "../widgets/columns.tsx";
import { sortedBy } from "../widgets/sorted-by.ts";

/** Cells drawn in place of the declared ones, by column. */
export type RowCells<Row> = { readonly [K in keyof Row & string]?: (row: Row) => ReactNode };

interface RowTableProps<Row> extends Pick<DataTableProps<Row>, "rowHref" | "rowActions"> {
  readonly list: RowList;
  /** Undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly cells?: RowCells<Row>;
  /** In place of the declared one, for one of several lists of the same kind. */
  readonly label?: string;
  /** Titles of columns, in place of their fields' labels. */
  readonly titles?: Readonly<Partial<Record<keyof Row & string, string>>> | undefined;
  /** Declared columns to hide. */
  readonly without?: readonly (keyof Row & string)[];
  /** In place of the declared empty state. */
  readonly empty?: ReactNode;
  readonly error?: Error | undefined;
  readonly reload?: (() => void) | undefined;
}

/** A list of rows that are no records: the columns, formats, sorting and states of a resource's list, without its calls. */
export const RowTable = <Row extends object>(props: RowTableProps<Row>) => {
  const { list, rows, cells, label = list.label, titles, without = [], empty, error, reload, ...table } = props;
  const [sort, setSort] = useState<Sort>();
  const hidden = without.join();
  const columns = useMemo(
    () =>
      columnsOf<Row>({ fields: list.fields, list }, cells)
        .filter(({ key }) => !hidden.split(",").includes(key))
        .map((column) => ({ ...column, title: titles?.[column.key as keyof Row & string] ?? column.title })),
    [list, cells, hidden, titles],
  );
  return (
    <DataTable<Row>
      {...table}
      label={label}
      columns={columns}
      rows={useMemo(() => rows && sortedBy(rows, sort), [rows, sort])}
      rowKey={(row) =>
        [list.key]
          .flat()
          .map((key) => String((row as Readonly<Record<string, unknown>>)[key]))
          .join(" ")
      }
      skeletonRows={list.loading ?? 3}
      empty={empty ?? (list.empty && <Empty {...list.empty} icon={iconNamed(list.empty.icon ?? "")} />)}
      error={error && <ErrorState message={error.message} {...(reload && { onRetry: reload })} />}
      {...(list.sort && { sort, onSort: setSort })}
    />
  );
};
