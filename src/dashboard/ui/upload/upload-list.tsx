import { useRef } from "react";
import { formatBytes } from "../../lib/format/bytes.ts";
import { IconButton } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { useFixedWindow } from "../table/use-fixed-window.ts";
import type { UploadItem } from "./upload-item.ts";
import styles from "./upload-list.module.css";

interface UploadListProps {
  readonly items: readonly UploadItem[];
  /** Absent while the list is read-only. */
  readonly onRemove?: (item: UploadItem) => void;
}

const rowPx = 36;

/** The picked files; renders a limited number of rows, which antd's list doesn't (decision 43). */
export const UploadList = ({ items, onRemove }: UploadListProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end, onScroll } = useFixedWindow(scroller, items.length, rowPx);
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      onScroll={onScroll}
      tabIndex={0}
      role="region"
      aria-label="Files to upload"
    >
      <ul className={styles.list} style={{ height: items.length * rowPx }}>
        {items.slice(first, end).map((item, offset) => {
          const index = first + offset;
          return (
            <li
              key={item.path}
              className={styles.row}
              style={{ transform: `translateY(${index * rowPx}px)` }}
              aria-posinset={index + 1}
              aria-setsize={items.length}
            >
              <Icon name="file" size={15} />
              <span className={styles.path} title={item.path}>
                <bdi>{item.path}</bdi>
              </span>
              <span className={styles.size}>{formatBytes(item.file.size)}</span>
              {onRemove && (
                <IconButton icon="close" size="small" label={`Remove ${item.path}`} onClick={() => onRemove(item)} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
};
