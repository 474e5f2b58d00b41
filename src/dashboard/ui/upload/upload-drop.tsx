import { useEffect, useId, useRef, useState, type DragEvent, type ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { Spinner } from "../spinner.tsx";
import { collectFiles, collectTransfer } from "./collect.ts";
import { addItems, type UploadItem } from "./upload-item.ts";
import styles from "./upload-drop.module.css";

interface UploadDropProps {
  readonly title: string;
  readonly hint: ReactNode;
  readonly items: readonly UploadItem[];
  readonly onChange: (items: readonly UploadItem[]) => void;
  /** Most files that are taken; more are left out and told. */
  readonly maxCount?: number;
  readonly disabled?: boolean;
  /** Offers to choose a folder too. */
  readonly folders?: boolean;
  /** What the file dialog offers, as in `<input accept>`. */
  readonly accept?: string;
  /** Smaller, once something is picked. */
  readonly compact?: boolean;
}

/** Takes files and folders by click, drag and drop, or paste. */
export const UploadDrop = ({
  title,
  hint,
  items,
  onChange,
  maxCount,
  disabled = false,
  folders = false,
  accept,
  compact = false,
}: UploadDropProps) => {
  const [over, setOver] = useState(false);
  const [found, setFound] = useState<number>();
  const [notice, setNotice] = useState("");
  const titleId = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const blocked = disabled || found !== undefined;

  const add = (picked: readonly UploadItem[]) => {
    const added = addItems(items, picked, maxCount);
    setNotice(sentenceFor(picked.length, added, maxCount));
    if (added.items !== items) onChange(added.items);
  };

  const take = async (transfer: DataTransfer) => {
    setFound(0);
    try {
      add(await collectTransfer(transfer, setFound));
    } catch {
      setNotice("This could not be read. Please check that the files are still there.");
    } finally {
      setFound(undefined);
    }
  };

  usePastedFiles(blocked, (transfer) => void take(transfer));

  const pick = (input: HTMLInputElement) => {
    add(collectFiles(input.files ?? []));
    input.value = "";
  };

  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = blocked ? "none" : "copy";
    setOver(!blocked);
  };

  return (
    <section
      className={classNames(styles.drop, over && styles.over, compact && styles.compact, blocked && styles.blocked)}
      aria-labelledby={titleId}
      aria-busy={found !== undefined}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node) || setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!blocked) void take(event.dataTransfer);
      }}
    >
      <span className={styles.mark}>
        {found === undefined ? <Icon name="upload" size={compact ? 18 : 26} /> : <Spinner />}
      </span>
      <div className={styles.words}>
        <h3 id={titleId}>{found === undefined ? title : `Reading… ${countOf(found, "file")}`}</h3>
        <p>{hint}</p>
      </div>
      <div className={styles.actions}>
        {folders && (
          <Button icon="folder" disabled={blocked} onClick={() => folderInput.current?.click()}>
            Choose folder
          </Button>
        )}
        <Button icon="file" disabled={blocked} onClick={() => fileInput.current?.click()}>
          Choose files
        </Button>
      </div>
      <p className={styles.notice} role="status">
        {notice}
      </p>
      <input
        ref={fileInput}
        type="file"
        multiple={maxCount !== 1}
        accept={accept}
        hidden
        aria-label={`${title}: files`}
        onChange={(event) => pick(event.currentTarget)}
      />
      {folders && (
        <input
          ref={folderInput}
          type="file"
          webkitdirectory=""
          hidden
          aria-label={`${title}: folder`}
          onChange={(event) => pick(event.currentTarget)}
        />
      )}
    </section>
  );
};

/** Files pasted anywhere on the page; text pasted into a field stays there. */
const usePastedFiles = (blocked: boolean, onFiles: (transfer: DataTransfer) => void): void => {
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    if (blocked) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      if (!event.clipboardData?.types.includes("Files")) return;
      event.preventDefault();
      latest.current(event.clipboardData);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [blocked]);
};

const sentenceFor = (picked: number, added: ReturnType<typeof addItems>, maxCount: number | undefined): string => {
  if (picked === 0) return "There are no files in this.";
  if (added.overflow > 0) return `${maxCount} files at most: ${formatWhole(added.overflow)} left out.`;
  if (added.duplicates > 0) return `${formatWhole(added.duplicates)} already there, skipped.`;
  return "";
};
