import type { FileChange } from "../../../../../resources/storage/file-change.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { ChangeList, ChangeMark } from "./change-mark.tsx";
import styles from "./file-changes.module.css";

interface FileChangesProps {
  readonly files: readonly FileChange[];
  readonly counts: Readonly<Record<FileChange["change"], number>>;
  /** Whether there are more changed files than listed. */
  readonly more: boolean;
}

/** Files that were added, changed or removed between two trees. */
export const FileChanges = ({ files, counts, more }: FileChangesProps) => {
  if (files.length === 0) return <Card title="Files" text="No file changes." />;
  return (
    <Card title="Files" text={summaryOf(counts)}>
      <ChangeList>
        {files.map((file) => (
          <li key={file.path + file.change}>
            <ChangeMark change={file.change} />
            <span className={styles.filePath}>{file.path}</span>
            <span className={styles.hashes} title={[file.before, file.after].filter(Boolean).join(" → ")}>
              {hashesOf(file)}
            </span>
            <span className={styles.size}>{formatBytes(file.sizeBytes)}</span>
          </li>
        ))}
      </ChangeList>
      {more && (
        <p className="fh-muted">
          The first {formatWhole(files.length)} files are listed. The totals above include all files.
        </p>
      )}
    </Card>
  );
};

const summaryOf = (counts: FileChangesProps["counts"]): string =>
  (["added", "changed", "removed"] as const)
    .filter((change) => counts[change] > 0)
    .map((change) => `${formatWhole(counts[change])} ${change}`)
    .join(", ");

const hashesOf = ({ before, after }: FileChange): string =>
  [before, after].flatMap((cid) => (cid === undefined ? [] : shortenHash(cid))).join(" → ");
