import { memo } from "react";
import type { Entry } from "../../flows/storage/entries.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatMoment, formatRelative } from "../../../lib/format/date.ts";
import { classNames } from "../../../lib/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./object-grid.module.css";

interface ObjectRowProps {
  readonly id: string;
  readonly entry: Entry;
  readonly at: number;
  readonly top: number;
  readonly heightPx: number;
  readonly href: string;
  readonly selected: boolean;
  readonly active: boolean;
  readonly draggable: boolean;
  /** Current drop target. */
  readonly target: boolean;
}

const RowView = ({ id, entry, at, top, heightPx, href, selected, active, draggable, target }: ObjectRowProps) => {
  const name = entry.name === "" ? "(no name)" : entry.name;
  return (
    <div
      id={id}
      role="row"
      data-row={at}
      aria-rowindex={at + 2}
      aria-selected={selected}
      draggable={draggable}
      className={classNames(
        styles.row,
        styles.columns,
        entry.kind === "folder" && styles.folder,
        selected && styles.selected,
        active && styles.active,
        target && styles.target,
      )}
      style={{ top, height: heightPx }}
    >
      <span role="gridcell" className={styles.check} data-check>
        <input type="checkbox" tabIndex={-1} aria-label={`Select ${name}`} checked={selected} readOnly />
      </span>
      <span role="gridcell" className={styles.name}>
        <Icon name={entry.kind} size={18} />
        <a href={href} tabIndex={-1} draggable={false} title={name}>
          <bdi>{name}</bdi>
        </a>
      </span>
      <span role="gridcell" className={styles.size}>
        {entry.kind === "file" ? formatBytes(entry.sizeBytes) : ""}
      </span>
      <span
        role="gridcell"
        className={styles.time}
        title={entry.kind === "file" ? formatMoment(entry.modifiedSeconds) : undefined}
      >
        {entry.kind === "file" ? formatRelative(entry.modifiedSeconds) : ""}
      </span>
      <span role="gridcell" className={styles.more}>
        <button
          type="button"
          tabIndex={-1}
          className="fh-icon-button is-small"
          data-row-menu
          aria-label={`Actions for ${name}`}
          aria-haspopup="menu"
        >
          <i className="fh-more" />
        </button>
      </span>
    </div>
  );
};

/** One file or folder. The list handles its events. */
export const ObjectRow = memo(RowView);
