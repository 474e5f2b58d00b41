import { useId, useState, type MouseEvent, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { loadListCollapsed, loadListRowPx } from "../../../../resources/limits.ts";
import { messages } from "../../../../resources/declare/messages.ts";
import { countOf } from "../../lib/format/count.ts";
import { Icon } from "../icon.tsx";
import styles from "./load-list.module.css";

interface LoadListProps<Item> {
  /** Name of the list for assistive technology. */
  readonly label: string;
  /** Undefined while loading. */
  readonly items: readonly Item[] | undefined;
  readonly itemKey: (item: Item) => string;
  /** Renders a row's line. */
  readonly row: (item: Item) => ReactNode;
}

/** A list of rows of one height: the first twenty, and all of them once expanded. */
export const LoadList = <Item,>({ label, items, itemKey, row }: LoadListProps<Item>) => {
  const id = useId();
  const [expanded, setExpanded] = useState(false);
  const toggle = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    flushSync(() => setExpanded(!expanded));
    // Collapsing removes the rows below, which would leave the scroll position after the list.
    if (expanded) currentTarget.scrollIntoView({ block: "nearest" });
  };
  if (items?.length === 0) return <p className={`${styles.box} ${styles.none}`}>{messages.noData}</p>;
  const shown = expanded ? items : items?.slice(0, loadListCollapsed);
  const hidden = (items?.length ?? 0) - loadListCollapsed;
  return (
    <div className={styles.box} aria-busy={items === undefined}>
      <ul id={id} className={styles.list} aria-label={label}>
        {shown ? shown.map((item) => <Row key={itemKey(item)}>{row(item)}</Row>) : <SkeletonRows />}
      </ul>
      {hidden > 0 && (
        <button type="button" className={styles.more} aria-expanded={expanded} aria-controls={id} onClick={toggle}>
          <Icon name={expanded ? "chevron-up" : "chevron-down"} size={16} />
          {expanded ? "Collapse" : "Expand"}
          <span className="fh-muted">{expanded ? "" : countOf(hidden, "more", "more")}</span>
        </button>
      )}
    </div>
  );
};

const Row = ({ children }: { readonly children: ReactNode }) => (
  <li className={styles.row} style={{ height: loadListRowPx, containIntrinsicBlockSize: loadListRowPx }}>
    {children}
  </li>
);

const SkeletonRows = () =>
  [68, 52, 60].map((percent) => (
    <Row key={percent}>
      <span className="fh-skeleton" style={{ width: `${percent}%` }} />
    </Row>
  ));
