import { useRef } from "react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { formatBytes } from "../../lib/format/bytes.ts";
import { IconButton } from "../button.tsx";
import { Icon } from "../icon.tsx";
import type { UploadItem } from "./upload-item.ts";
import styles from "./upload-list.module.css";

interface UploadListProps {
  readonly items: readonly UploadItem[];
  /** Absent while the list may not change. */
  readonly onRemove?: (item: UploadItem) => void;
}

const rowPx = 36;

/** The picked files; ten thousand of them cost as much as ten. */
export const UploadList = ({ items, onRemove }: UploadListProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
  });
  return (
    <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label="Files to upload">
      <ul className={styles.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const item = items[index]!;
          return (
            <li
              key={item.path}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
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
