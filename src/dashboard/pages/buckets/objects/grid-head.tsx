import { useEffect, useRef } from "react";
import type { Sort } from "../../../ui/data-table-types.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./object-grid.module.css";

interface GridHeadProps {
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly all: boolean | "mixed";
  readonly onAll: (all: boolean) => void;
}

export const sortColumns = [
  { key: "name", title: "Name" },
  { key: "size", title: "Size" },
  { key: "time", title: "Modified" },
] as const;

/** Sortable column headers and the "Select all" checkbox. */
export const GridHead = ({ sort, onSort, all, onAll }: GridHeadProps) => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = all === "mixed";
  }, [all]);
  return (
    <div role="rowgroup" data-head className={styles.head}>
      <div role="row" className={styles.columns} aria-rowindex={1}>
        <span role="columnheader">
          <input
            ref={box}
            type="checkbox"
            aria-label="Select all"
            checked={all === true}
            onChange={(event) => onAll(event.target.checked)}
          />
        </span>
        {sortColumns.map(({ key, title }) => (
          <span key={key} role="columnheader" aria-sort={ariaSort(key, sort)}>
            <button type="button" onClick={() => onSort(nextSort(key, sort))}>
              {title}
              <Icon name={iconOf(key, sort)} size={13} />
            </button>
          </span>
        ))}
        <span role="columnheader">
          <span className="fh-hidden">Actions</span>
        </span>
      </div>
    </div>
  );
};

const iconOf = (key: string, sort: Sort) => {
  if (sort.key !== key) return "sort";
  return sort.direction === "asc" ? "chevron-up" : "chevron-down";
};

const ariaSort = (key: string, sort: Sort) => {
  if (sort.key !== key) return undefined;
  return sort.direction === "asc" ? "ascending" : "descending";
};

/** Returns the next sort order of a column. Names start ascending; sizes and times start descending. */
const nextSort = (key: string, sort: Sort): Sort => {
  if (sort.key !== key) return { key, direction: key === "name" ? "asc" : "desc" };
  return { key, direction: sort.direction === "asc" ? "desc" : "asc" };
};
