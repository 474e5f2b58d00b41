import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { useNavigate } from "react-router";
import type { Entry } from "../../flows/storage/entries.ts";
import type { PagedList } from "../../../lib/paged-list.ts";
import { copyText } from "../../../ui/panels/copy-text.tsx";
import { RowMenu, type OpenMenu } from "../../../ui/table/data-table-row.tsx";
import type { MenuItem } from "../../../ui/menu/menu.tsx";
import type { Sort } from "../../../ui/table/data-table-types.ts";
import { phone, useMedia } from "../../../ui/use-media.ts";
import { useFixedWindow } from "../../../ui/table/use-fixed-window.ts";
import { check, moveTo, nothingSelected, click, type Order, type Selection } from "../selection.ts";
import { gridAct, type GridAct } from "./grid-keys.ts";
import { partsOf } from "./sort-entries.ts";
import styles from "./object-grid.module.css";
import { ObjectRow } from "./object-row.tsx";
import type { RowDrag } from "./use-row-drag.ts";
import { Icon } from "../../../ui/icon.tsx";

export interface ObjectGridProps {
  readonly label: string;
  readonly bucket: string;
  readonly entries: PagedList<Entry>;
  /** Keys of the entries. */
  readonly order: Order;
  readonly selection: Selection;
  readonly onSelect: (next: Selection) => void;
  readonly hrefOf: (entry: Entry) => string;
  readonly actionsOf: (entry: Entry) => readonly MenuItem[];
  readonly onAct: (act: Exclude<GridAct["kind"], "go" | "toggle" | "none">) => void;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly drag: RowDrag;
  /** Called when the end is near. */
  readonly onEnd: () => void;
  /** Loading indicator below the last row. */
  readonly foot?: ReactNode;
}

const rowPx = 44;
const phoneRowPx = 60;
/** Number of rows before the end at which the next page is loaded. */
const ahead = 200;

/** A virtual list of files and folders. Only visible rows are in the DOM, so that 100,000 rows scroll smoothly. */
export const ObjectGrid = (props: ObjectGridProps) => {
  const { entries, order, selection, onSelect, onAct, onEnd, drag } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenMenu>();
  const height = useMedia(phone) ? phoneRowPx : rowPx;
  const shown = useFixedWindow(scroller, entries.length, height);

  useEffect(() => {
    if (shown.end > entries.length - ahead) onEnd();
  }, [shown.end, entries.length, onEnd]);

  // Recycled rows must not keep the focus. Otherwise, Enter opens an item that the user didn't choose.
  const generation = shown.keyOf(0);
  useEffect(() => {
    if (document.activeElement?.closest("[data-row]") && scroller.current?.contains(document.activeElement))
      scroller.current.focus({ preventScroll: true });
  }, [generation]);

  const navigate = useNavigate();
  /** One handler for all links, because scrolling recycles hundreds of rows per second. Leaves new tabs to the browser. */
  const follow = (event: MouseEvent, to: string) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    void navigate(to);
  };

  const indexOf = (target: EventTarget): number =>
    Number((target as Element).closest<HTMLElement>("[data-row]")?.dataset["row"] ?? -1);

  const onClick = (event: MouseEvent) => {
    const at = indexOf(event.target);
    if (at < 0) return;
    const target = event.target as Element;
    const opener = target.closest<HTMLElement>("[data-row-menu]");
    if (opener) return setMenu({ anchor: opener, items: props.actionsOf(entries.at(at)!) });
    const copied = target.closest<HTMLElement>("[data-copy]");
    if (copied) return void copyText(copied.dataset["copy"]!);
    if (target.closest("[data-check]")) return onSelect(check(selection, order, at, event.shiftKey));
    const link = target.closest("a");
    if (link) return follow(event, link.pathname);
    return onSelect(click(selection, order, at, { range: event.shiftKey, toggle: event.ctrlKey || event.metaKey }));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
    const act = gridAct(event, { active: selection.active, count: entries.length, page });
    if (!act) return;
    event.preventDefault();
    if (act.kind === "none") return onSelect({ ...nothingSelected, active: selection.active });
    if (act.kind === "toggle")
      return selection.active >= 0 && onSelect(check(selection, order, selection.active, false));
    if (act.kind !== "go") return onAct(act.kind);
    const next = moveTo(selection, order, act.to, act.range);
    onSelect(next);
    return reveal(scroller.current, next.active, height);
  };

  return (
    <div className={styles.grid}>
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-multiselectable
        aria-rowcount={entries.length + 1}
        aria-activedescendant={isIn(selection.active, shown) ? `${id}-${selection.active}` : undefined}
        className={styles.scroller}
        onScroll={shown.onScroll}
        onClick={onClick}
        onDoubleClick={(event) => indexOf(event.target) >= 0 && onAct("open")}
        onKeyDown={onKeyDown}
        {...drag.handlers(indexOf)}
      >
        <GridHead
          sort={props.sort}
          onSort={props.onSort}
          all={allState(selection, entries.length)}
          onAll={(all) => (all ? onAct("all") : onSelect(nothingSelected))}
        />
        <div role="rowgroup" className={styles.rows} style={{ height: entries.length * height }}>
          {entries.slice(shown.first, shown.end).map((entry, offset) => {
            const at = shown.first + offset;
            return (
              <ObjectRow
                key={shown.keyOf(at)}
                id={`${id}-${at}`}
                bucket={props.bucket}
                entry={entry}
                at={at}
                top={at * height}
                heightPx={height}
                href={props.hrefOf(entry)}
                selected={selection.selected.has(entry.key)}
                active={selection.active === at}
                draggable={drag.enabled}
                target={drag.over === entry.key}
              />
            );
          })}
        </div>
        {props.foot}
      </div>
      {menu && <RowMenu open={menu} onClose={() => setMenu(undefined)} />}
    </div>
  );
};

const isIn = (at: number, { first, end }: { first: number; end: number }): boolean => at >= first && at < end;

const allState = ({ selected }: Selection, count: number): boolean | "mixed" => {
  if (selected.size === 0) return false;
  return selected.size >= count ? true : "mixed";
};

/** Scrolls a row into view with the least movement. The header covers the first rows. */
const reveal = (scroller: HTMLElement | null, at: number, height: number): void => {
  if (!scroller) return;
  const head = scroller.querySelector<HTMLElement>("[data-head]")?.offsetHeight ?? 0;
  const top = at * height;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  const bottom = top + height + head - scroller.clientHeight;
  if (bottom > scroller.scrollTop) scroller.scrollTop = bottom;
};

interface GridHeadProps {
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly all: boolean | "mixed";
  readonly onAll: (all: boolean) => void;
}

const columns = [
  { key: "name", title: "Name", isSortable: true },
  { key: "type", title: "Type", isSortable: false },
  { key: "size", title: "Size", isSortable: true },
  { key: "time", title: "Modified", isSortable: true },
  { key: "cid", title: "CID", isSortable: false },
] as const;

/** Column headers, most of them sortable, and the "Select all" checkbox. */
const GridHead = ({ sort, onSort, all, onAll }: GridHeadProps) => {
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
        {columns.map(({ key, title, isSortable }) => (
          <span key={key} role="columnheader" className={styles[key]} aria-sort={ariaSort(key, sort)}>
            {isSortable ? (
              <button type="button" onClick={() => onSort(nextSort(key, sort))}>
                {title}
                <Icon name={iconOf(key, sort)} size={13} />
              </button>
            ) : (
              title
            )}
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
  const sorted = partsOf(sort);
  if (sorted.key !== key) return "sort";
  return sorted.isDescending ? "chevron-down" : "chevron-up";
};

const ariaSort = (key: string, sort: Sort) => {
  const sorted = partsOf(sort);
  if (sorted.key !== key) return undefined;
  return sorted.isDescending ? "descending" : "ascending";
};

/** Returns the next sort order of a column. Names start ascending; sizes and times start descending. */
const nextSort = (key: string, sort: Sort): Sort => {
  const sorted = partsOf(sort);
  const isAscending = sorted.key === key ? sorted.isDescending : key === "name";
  return isAscending ? key : `-${key}`;
};
