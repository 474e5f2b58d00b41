import type { Column, Sort } from "./data-table-types.ts";
import { Icon } from "./icon.tsx";

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
  readonly menu: boolean;
  readonly select: SelectAll | undefined;
}

/** The checkbox of all rows. */
export interface SelectAll {
  readonly state: "none" | "some" | "all";
  readonly onChange: (on: boolean) => void;
}

export const DataTableHead = <Row,>({ columns, sort, onSort, menu, select }: HeadProps<Row>) => (
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
              <button type="button" onClick={() => onSort(nextSort(column.key, sort))}>
                {column.title}
                <Icon name="sort" size={13} />
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
  if (sort?.key !== key) return undefined;
  return sort.direction === "asc" ? "ascending" : "descending";
};

const nextSort = (key: string, sort: Sort | undefined): Sort => ({
  key,
  direction: sort?.key === key && sort.direction === "asc" ? "desc" : "asc",
});
