import type { ReactNode } from "react";
import type { MenuItem } from "../menu/menu.tsx";

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** CSS width; columns without one share the rest. */
  readonly width?: string;
  readonly align?: "end";
  /** Offers sorting by this column. */
  readonly sortable?: boolean;
  /** Hidden on small screens. */
  readonly wideOnly?: boolean;
}

/** A column's key, after "-" for the highest first. */
export type Sort = string;

export interface Selection {
  /** Keys of the selected rows. */
  readonly keys: ReadonlySet<string>;
  /** Takes a function of the present keys: rows keep the handler of their last rendering. */
  readonly onChange: (change: (keys: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

export interface DataTableProps<Row> {
  /** Name of the table for assistive technology. */
  readonly label: string;
  /** The first column is the row's name: it carries the link. */
  readonly columns: readonly Column<Row>[];
  /** Undefined while the first response is loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** Link target of a row; the whole row is clickable. */
  readonly rowHref?: (row: Row) => string | undefined;
  /** Called when the pointer or the focus reaches a row: prefetch its screen. */
  readonly onRowHover?: (row: Row) => void;
  /** Shows a checkbox in each row. */
  readonly selection?: Selection;
  /** Items of the row's menu. */
  readonly rowActions?: (row: Row) => readonly MenuItem[];
  readonly empty?: ReactNode;
  readonly error?: ReactNode;
  readonly sort?: Sort | undefined;
  readonly onSort?: ((sort: Sort) => void) | undefined;
  /** Rows drawn while loading. */
  readonly skeletonRows?: number;
}
