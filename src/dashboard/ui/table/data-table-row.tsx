import { memo, useEffect, useRef } from "react";
import { Link } from "react-router";
import type { Column, DataTableProps } from "./data-table-types.ts";
import { type MenuItem, MenuPanel } from "../menu/menu.tsx";
import { placeBelow } from "../menu/place-below.ts";

interface RowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly table: DataTableProps<Row>;
}

const RowView = <Row,>({ row, index, table }: RowProps<Row>) => {
  const href = table.rowHref?.(row);
  return (
    <tr data-row={index} tabIndex={-1} aria-rowindex={index + 1} className={href === undefined ? undefined : "is-link"}>
      {table.selection && (
        <td className="fh-table-select">
          <input
            type="checkbox"
            aria-label="Select row"
            checked={isSelected(table, row)}
            onChange={({ target }) => toggle(table, row, target.checked)}
          />
        </td>
      )}
      {table.columns.map((column, position) => (
        <Cell key={column.key} row={row} column={column} href={position === 0 ? href : undefined} />
      ))}
      {table.rowActions && (
        <td className="fh-table-menu">
          {table.rowActions(row).length > 0 && (
            <button
              type="button"
              className="fh-icon-button is-small"
              data-row-menu
              aria-label="Actions"
              aria-haspopup="menu"
            >
              <i className="fh-more" />
            </button>
          )}
        </td>
      )}
    </tr>
  );
};

const isSelected = <Row,>({ selection, rowKey }: DataTableProps<Row>, row: Row): boolean =>
  selection?.keys.has(rowKey(row)) === true;

const toggle = <Row,>({ selection, rowKey }: DataTableProps<Row>, row: Row, on: boolean): void =>
  selection?.onChange((keys) => {
    const changed = new Set(keys);
    if (on) changed.add(rowKey(row));
    else changed.delete(rowKey(row));
    return changed;
  });

/** Renders again only when its record or the columns change, or when row menus appear or disappear. */
export const DataTableRow = memo(
  RowView,
  (before, after) =>
    before.row === after.row &&
    before.index === after.index &&
    before.table.columns === after.table.columns &&
    isSelected(before.table, before.row) === isSelected(after.table, after.row) &&
    (before.table.rowActions === undefined) === (after.table.rowActions === undefined),
) as typeof RowView;

const Cell = <Row,>({ row, column, href }: { row: Row; column: Column<Row>; href: string | undefined }) => (
  <td
    data-label={column.title}
    className={[column.align && "is-end", column.wideOnly && "is-wide-only"].filter(Boolean).join(" ") || undefined}
  >
    {href === undefined ? (
      column.cell(row)
    ) : (
      <Link to={href} data-row-link>
        {column.cell(row)}
      </Link>
    )}
  </td>
);

export interface OpenMenu {
  readonly anchor: HTMLElement;
  readonly items: readonly MenuItem[];
}

/** The shared menu of a table, opened at a row's button. */
export const RowMenu = ({ open, onClose }: { open: OpenMenu; onClose: () => void }) => {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.showPopover();
    placeBelow(panel.current!, open.anchor);
    panel.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
  }, [open]);
  return (
    <MenuPanel
      ref={panel}
      label="Actions"
      groups={[open.items]}
      onClosed={() => {
        open.anchor.focus();
        onClose();
      }}
    />
  );
};
