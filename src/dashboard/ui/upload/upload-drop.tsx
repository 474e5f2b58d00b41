import { useId, useRef, useState, type DragEvent, type ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { Spinner } from "../states/spinner.tsx";
import { collectFiles, collectTransfer } from "./collect.ts";
import { addItems, type UploadItem } from "./upload-item.ts";
import styles from "./upload-drop.module.css";
import { usePastedFiles } from "./use-pasted-files.ts";

interface UploadDropProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly items: readonly UploadItem[];
  readonly onChange: (items: readonly UploadItem[]) => void;
  /** Maximum number of files; further ones are skipped and reported. */
  readonly maxCount?: number;
  readonly disabled?: boolean;
  /** Also offers to select a folder. */
  readonly folders?: boolean;
  /** File types of the file dialog, as in `<input accept>`. */
  readonly accept?: string;
  /** Returns why a file is refused; undefined accepts it. */
  readonly refuse?: (file: File) => string | undefined;
  /** Noun in the button's label. */
  readonly kind?: string;
  /** Smaller, once files are picked. */
  readonly compact?: boolean;
}

/** Accepts files and folders by click, drag and drop, or paste. */
export const UploadDrop = ({
  title,
  hint,
  items,
  onChange,
  maxCount,
  disabled = false,
  folders = false,
  accept,
  refuse = () => undefined,
  kind = "files",
  compact = false,
}: UploadDropProps) => {
  const [isOver, setOver] = useState(false);
  const [found, setFound] = useState<number>();
  const [notice, setNotice] = useState("");
  const titleId = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const blocked = disabled || found !== undefined;

  const add = (picked: readonly UploadItem[]) => {
    const refusals = picked.map(({ file }) => refuse(file));
    const accepted = picked.filter((_, index) => refusals[index] === undefined);
    const added = addItems(items, accepted, maxCount);
    const refused = refusals.filter((refusal) => refusal !== undefined);
    setNotice(refused.length > 0 ? messagesOf(refused) : messageFor(picked.length, added, maxCount));
    if (added.items !== items) onChange(added.items);
  };

  const take = async (transfer: DataTransfer) => {
    setFound(0);
    try {
      add(await collectTransfer(transfer, setFound));
    } catch {
      setNotice("Can't read these files. Check that they still exist.");
    } finally {
      setFound(undefined);
    }
  };

  const section = useRef<HTMLElement>(null);
  usePastedFiles(section, blocked, (transfer) => void take(transfer));

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
      ref={section}
      className={classNames(styles.drop, isOver && styles.over, compact && styles.compact, blocked && styles.blocked)}
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
        <strong id={titleId}>{found === undefined ? title : `Reading… ${countOf(found, "file")}`}</strong>
        {hint && <p>{hint}</p>}
      </div>
      <div className={styles.actions}>
        {folders && (
          <Button icon="folder" disabled={blocked} onClick={() => folderInput.current?.click()}>
            Choose folder
          </Button>
        )}
        <Button icon="file" disabled={blocked} onClick={() => fileInput.current?.click()}>
          Choose {kind}
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

const messageFor = (picked: number, added: ReturnType<typeof addItems>, maxCount: number | undefined): string => {
  if (picked === 0) return "No files found.";
  if (added.overflow > 0) return `${maxCount} files maximum. ${formatWhole(added.overflow)} skipped.`;
  if (added.duplicates > 0) return `${formatWhole(added.duplicates)} already added, skipped.`;
  return "";
};

const messagesShown = 3;

const messagesOf = (refused: readonly string[]): string => {
  const more = refused.length - messagesShown;
  const shown = refused.slice(0, messagesShown).join("\n");
  return more > 0 ? `${shown}\n${formatWhole(more)} more skipped.` : shown;
};
