import { memo } from "react";
import type { Entry, FileEntry } from "../../flows/storage/entries.ts";
import { thumbnailBytesMax } from "../../../../../resources/storage/storage-limits.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatMoment, formatRelative } from "../../../lib/format/date.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { classNames } from "../../../lib/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { FileIcon } from "./file-icon.tsx";
import { fileKindOf, typeLabelOf } from "./file-kind.ts";
import { FolderSize } from "./folder-size.tsx";
import styles from "./object-grid.module.css";
import { Thumbnail } from "./thumbnail.tsx";

interface ObjectRowProps {
  readonly id: string;
  readonly bucket: string;
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

const RowView = ({
  id,
  bucket,
  entry,
  at,
  top,
  heightPx,
  href,
  selected,
  active,
  draggable,
  target,
}: ObjectRowProps) => {
  const name = entry.name === "" ? "(no name)" : entry.name;
  const isFile = entry.kind === "file";
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
        {isFile ? <Picture bucket={bucket} file={entry} /> : <Icon name="folder" size={18} />}
        <a href={href} tabIndex={-1} draggable={false} title={name}>
          <bdi>{name}</bdi>
        </a>
      </span>
      <span role="gridcell" className={styles.type}>
        {isFile ? typeLabelOf(name, entry.type) : "Folder"}
      </span>
      <span role="gridcell" className={styles.size}>
        {isFile ? formatBytes(entry.sizeBytes) : <FolderSize key={entry.key} bucket={bucket} prefix={entry.key} />}
      </span>
      <span role="gridcell" className={styles.time} title={isFile ? formatMoment(entry.modifiedSeconds) : undefined}>
        {isFile ? formatRelative(entry.modifiedSeconds) : ""}
      </span>
      <span role="gridcell" className={styles.cid}>
        {isFile && entry.cid !== undefined && (
          <button type="button" tabIndex={-1} data-copy={entry.cid} title={entry.cid}>
            <span className="fh-hidden">Copy CID</span>
            <span className="fh-mono">{shortenHash(entry.cid)}</span>
            <Icon name="copy" size={14} />
          </button>
        )}
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

/** A thumbnail of a small image, otherwise the icon of the file's kind. */
const Picture = ({ bucket, file }: { readonly bucket: string; readonly file: FileEntry }) => {
  const kind = fileKindOf(file.name, file.type);
  const icon = <FileIcon kind={kind} />;
  if (kind !== "image" || file.sizeBytes > thumbnailBytesMax || file.sizeBytes === 0) return icon;
  return (
    <Thumbnail key={`${file.key} ${file.etag}`} bucket={bucket} file={file}>
      {icon}
    </Thumbnail>
  );
};

/** One file or folder. The list handles its events. */
export const ObjectRow = memo(RowView);
