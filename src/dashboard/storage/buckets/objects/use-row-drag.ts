import { useRef, useState, type DragEvent } from "react";
import type { Entry } from "../../flows/storage/entries.ts";
import { downloadUrl } from "../../flows/storage/links.ts";
import type { PagedList } from "../../../lib/paged-list.ts";
import type { Selection } from "../selection.ts";

/** Media type of rows dragged within the storage browser. */
export const keysType = "application/x-freehold-keys";

export interface RowDrag {
  readonly enabled: boolean;
  /** Folder under the dragged rows. */
  readonly over: string | undefined;
  readonly handlers: (indexOf: (target: EventTarget) => number) => {
    readonly onPointerDown: (event: { readonly target: EventTarget }) => void;
    readonly onDragStart: (event: DragEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: () => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

interface DragOptions {
  readonly bucket: string;
  readonly entries: PagedList<Entry>;
  readonly selection: Selection;
  /** Rows can be dropped on folders. */
  readonly mayMove: boolean;
  readonly onMove: (keys: readonly string[], prefix: string) => void;
}

/** Moves rows by dragging them onto folders. Downloads a single file when it is dragged out of the browser. */
export const useRowDrag = ({ bucket, entries, selection, mayMove, onMove }: DragOptions): RowDrag => {
  const [over, setOver] = useState<string>();
  /** Signed on pointer down, because a drag can't wait for it. */
  const address = useRef<{ readonly key: string; readonly url: string }>(undefined);

  const folderAt = (event: DragEvent, at: number): string | undefined => {
    const entry = entries.at(at);
    const isTarget = mayMove && entry?.kind === "folder" && event.dataTransfer.types.includes(keysType);
    return isTarget && !selection.selected.has(entry.key) ? entry.key : undefined;
  };

  return {
    enabled: true,
    over,
    handlers: (indexOf) => ({
      onPointerDown: ({ target }) => {
        const entry = entries.at(indexOf(target));
        if (entry?.kind !== "file") return;
        const { key, name } = entry;
        downloadUrl(bucket, key, name).then(
          (url) => (address.current = { key, url }),
          () => undefined,
        );
      },
      onDragStart: (event) => {
        const entry = entries.at(indexOf(event.target));
        if (!entry) return;
        const keys = selection.selected.has(entry.key) ? [...selection.selected] : [entry.key];
        event.dataTransfer.setData(keysType, JSON.stringify(keys));
        event.dataTransfer.effectAllowed = "copyMove";
        if (keys.length === 1 && address.current?.key === entry.key) {
          const name = entry.name.replaceAll(/[:/]/g, "_");
          event.dataTransfer.setData("DownloadURL", `application/octet-stream:${name}:${address.current.url}`);
          event.dataTransfer.setData("text/uri-list", address.current.url);
        }
      },
      onDragOver: (event) => {
        const folder = folderAt(event, indexOf(event.target));
        if (folder !== over) setOver(folder);
        if (folder === undefined) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
      },
      onDragLeave: () => setOver(undefined),
      onDrop: (event) => {
        const folder = folderAt(event, indexOf(event.target));
        setOver(undefined);
        if (folder === undefined) return;
        event.preventDefault();
        onMove(droppedKeys(event.dataTransfer), folder);
      },
    }),
  };
};

/** Parses dragged keys. Another tab can run another version, so the format is checked. */
export const droppedKeys = (transfer: DataTransfer): readonly string[] => {
  try {
    const keys: unknown = JSON.parse(transfer.getData(keysType));
    return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
};
