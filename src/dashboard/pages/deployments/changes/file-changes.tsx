import type { FileChange } from "../../../../../resources/hosting/deployment-calls.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { Card } from "../../../ui/card.tsx";
import { ChangeMark } from "./change-mark.tsx";
import styles from "./changes.module.css";
import type { Diff } from "./diff-view.tsx";

/** Files that were added, changed or removed. */
export const FileChanges = ({ diff: { before, after, files, counts, more } }: { readonly diff: Diff }) => {
  if (!before.cid || !after.cid)
    return (
      <Card title="Files" text={`${before.cid ? "This" : "The other"} deployment has published nothing to compare.`} />
    );
  if (files.length === 0) return <Card title="Files" text="The same files, to the last byte." />;
  return (
    <Card title="Files" text={summaryOf(counts)}>
      <ul className={styles.list}>
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
      </ul>
      {more && (
        <p className="fh-muted">The first {formatWhole(files.length)} are listed; the numbers above count them all.</p>
      )}
    </Card>
  );
};

const summaryOf = (counts: Diff["counts"]): string =>
  (["added", "changed", "removed"] as const)
    .filter((change) => counts[change] > 0)
    .map((change) => `${formatWhole(counts[change])} ${change}`)
    .join(", ");

const hashesOf = ({ before, after }: FileChange): string =>
  [before, after].flatMap((cid) => (cid === undefined ? [] : shortenHash(cid))).join(" → ");
