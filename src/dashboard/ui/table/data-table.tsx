import { lazy, Suspense, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { useNavigate } from "react-router";
import { DataTableRow, RowMenu, type OpenMenu } from "./data-table-row.tsx";
import type { DataTableProps, Column, Sort } from "./data-table-types.ts";
import { Icon } from "../icon.tsx";

/** Above this many rows only visible ones are in the document. */
const virtualAbove = 100;
const VirtualRows = lazy(() => import("./data-table-virtual.tsx"));

/**
 * A list of records: a semantic table on wide screens, cards on small ones. Arrow keys move between rows, Enter opens
 * the row's link. One click handler, one menu and one hover handler serve all rows, so a row costs only its cells.
 */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { columns, rows, rowActions, rowHref, onRowHover, skeletonRows = 8 } = props;
  const navigate = useNavigate();
  const hovered = useRef<Row>(undefined);
  const [menu, setMenu] = useState<OpenMenu>();
  const body = useRef<HTMLTableSectionElement>(null);

  const rowOf = (target: EventTarget): Row | undefined => {
    const index = (target as Element).closest<HTMLElement>("tr[data-row]")?.dataset.row;
    return index === undefined ? undefined : rows?.[Number(index)];
  };
  const hover = (target: EventTarget) => {
    showCut((target as Element).closest("td"));
    const row = rowOf(target);
    if (row === undefined || row === hovered.current) return;
    hovered.current = row;
    onRowHover?.(row);
  };
  const handleClick = (event: MouseEvent) => {
    const row = rowOf(event.target);
    if (row === undefined) return;
    const opener = (event.target as Element).closest<HTMLElement>("[data-row-menu]");
    if (opener) return setMenu({ anchor: opener, items: rowActions?.(row) ?? [] });
    if ((event.target as Element).closest("a, button, input, label") || getSelection()?.toString()) return;
    const to = rowHref?.(row);
    if (to === undefined) return;
    if (event.metaKey || event.ctrlKey) window.open(to);
    else void navigate(to);
  };

  const renderRow = (row: Row, index: number) => (
    <DataTableRow key={props.rowKey(row)} row={row} index={index} table={props} />
  );
  const problem = rows === undefined ? props.error : rows.length === 0 ? (props.error ?? props.empty) : undefined;
  if (problem) return <div className="fh-table-card">{problem}</div>;
  return (
    <div className="fh-table-card" aria-busy={rows === undefined}>
      <table className="fh-table" aria-label={props.label} aria-rowcount={rows?.length}>
        <DataTableHead
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          menu={rowActions !== undefined}
          select={selectAll(props)}
        />
        <tbody
          ref={body}
          onClick={handleClick}
          onKeyDown={moveFocus}
          onPointerOver={(event) => hover(event.target)}
          onFocus={(event) => hover(event.target)}
        >
          {rows === undefined ? (
            <SkeletonRows
              count={skeletonRows}
              columns={columns.length + (rowActions ? 1 : 0) + (props.selection ? 1 : 0)}
            />
          ) : rows.length > virtualAbove ? (
            <Suspense fallback={<SkeletonRows count={skeletonRows} columns={columns.length} />}>
              <VirtualRows body={body} count={rows.length} renderRow={(index) => renderRow(rows[index]!, index)} />
            </Suspense>
          ) : (
            rows.map(renderRow)
          )}
        </tbody>
      </table>
      {menu && <RowMenu open={menu} onClose={() => setMenu(undefined)} />}
    </div>
  );
};

/** Shows the full text of a cell that is cut, as a tooltip. On hover: measuring each cell would cost more than drawing it. */
const showCut = (cell: HTMLElement | null): void => {
  if (!cell) return;
  const parts = [cell, ...cell.querySelectorAll(":not(.fh-hidden)")];
  const isCut = parts.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  cell.title = isCut ? cell.innerText : "";
};

const selectAll = <Row,>({ selection, rows, rowKey }: DataTableProps<Row>): SelectAll | undefined => {
  if (!selection || !rows) return undefined;
  const count = rows.filter((row) => selection.keys.has(rowKey(row))).length;
  return {
    state: count === 0 ? "none" : count === rows.length ? "all" : "some",
    onChange: (on) => selection.onChange(() => new Set(on ? rows.map(rowKey) : [])),
  };
};

const SkeletonRows = ({ count, columns }: { count: number; columns: number }) =>
  Array.from({ length: count }, (_, row) => (
    <tr key={row} className="fh-table-skeleton" aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <i />
        </td>
      ))}
    </tr>
  ));

/** Arrow keys, Home and End move between rows. */
const moveFocus = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
  const current = (event.target as Element).closest("tr");
  if (!current) return;
  const { parentElement: body } = current;
  const next: Readonly<Record<string, Element | null | undefined>> = {
    ArrowDown: current.nextElementSibling,
    ArrowUp: current.previousElementSibling,
    Home: body?.firstElementChild,
    End: body?.lastElementChild,
  };
  if (!(event.key in next)) return;
  event.preventDefault();
  const row = next[event.key] as HTMLElement | null | undefined;
  (row?.querySelector<HTMLElement>("[data-row-link]") ?? row)?.focus();
};

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
  readonly menu: boolean;
  readonly select: SelectAll | undefined;
}

/** The checkbox of all rows. */
interface SelectAll {
  readonly state: "none" | "some" | "all";
  readonly onChange: (on: boolean) => void;
}

const DataTableHead = <Row,>({ columns, sort, onSort, menu, select }: HeadProps<Row>) => (
  <>
    <colgroup>
      {select && <col className="fh-table-select-col" />}
      {columns.map((column) => (
        <col key={column.key} style={column.width === undefined ? undefined : { width: column.width }} />
      ))}
      {menu && <col className="fh-table-menu-col" />}
    </colgroup>
    <thead>
      <tr>
        {select && (
          <th scope="col" className="fh-table-select">
            <input
              type="checkbox"
              aria-label="Select all rows"
              checked={select.state === "all"}
              ref={(box) => {
                if (box) box.indeterminate = select.state === "some";
              }}
              onChange={({ target }) => select.onChange(target.checked)}
            />
          </th>
        )}
        {columns.map((column) => (
          <th key={column.key} scope="col" className={column.align && "is-end"} aria-sort={ariaSort(column.key, sort)}>
            {column.sortable && onSort ? (
              <button type="button" onClick={() => onSort(sort === column.key ? `-${column.key}` : column.key)}>
                {column.title}
                <Icon name={sortIcons[ariaSort(column.key, sort)!] ?? "sort"} size={13} />
              </button>
            ) : (
              column.title
            )}
          </th>
        ))}
        {menu && (
          <th scope="col">
            <span className="fh-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  </>
);

const ariaSort = (key: string, sort: Sort | undefined) => {
  if (sort === key) return "ascending";
  return sort === `-${key}` ? "descending" : undefined;
};

const sortIcons = { ascending: "chevron-up", descending: "chevron-down" } as const;
