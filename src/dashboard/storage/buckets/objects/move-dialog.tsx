import { useState } from "react";
import { useFolder } from "../../flows/storage/use-folder.ts";
import { countOf } from "../../../lib/format/count.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { nameOf, parentOf } from "../paths.ts";
import styles from "./move-dialog.module.css";

interface MoveDialogProps {
  readonly bucket: string;
  /** Current folder of the moved items. */
  readonly from: string;
  readonly keys: readonly string[];
  readonly onMove: (prefix: string) => void;
  readonly onClose: () => void;
}

/** Selects the target folder by browsing the bucket. */
export const MoveDialog = ({ bucket, from, keys, onMove, onClose }: MoveDialogProps) => {
  const [prefix, setPrefix] = useState(from);
  const { entries, error, reload, hasMore, loadMore } = useFolder(bucket, prefix);
  const folders = entries && [...entries].filter(({ kind, key }) => kind === "folder" && !keys.includes(key));
  const above = parentOf(prefix);
  return (
    <Dialog
      title={`Move ${keys.length === 1 ? `"${nameOf(keys[0]!)}"` : countOf(keys.length, "item")}`}
      width={500}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={prefix === from} onClick={() => onMove(prefix)}>
            Move here
          </Button>
        </>
      }
    >
      <p className={styles.where}>
        <Icon name="folder" size={16} />
        <span>
          {bucket}/{prefix}
        </span>
      </p>
      {error && !entries ? (
        <ErrorState message={error.message} onRetry={reload} />
      ) : (
        <ul className={styles.folders} aria-label="Folders">
          {above !== undefined && (
            <li>
              <button type="button" onClick={() => setPrefix(above)}>
                <Icon name="chevron-up" size={16} />
                Up
              </button>
            </li>
          )}
          {folders?.map(({ key, name }) => (
            <li key={key}>
              <button type="button" onClick={() => setPrefix(key)}>
                <Icon name="folder" size={16} />
                <bdi>{name || "(no name)"}</bdi>
                <Icon name="chevron" size={14} />
              </button>
            </li>
          ))}
          {folders?.length === 0 && !hasMore && <li className={styles.none}>No folders.</li>}
          {hasMore && (
            <li>
              <button type="button" onClick={loadMore}>
                Show more
              </button>
            </li>
          )}
          {!folders && (
            <li>
              <Skeleton lines={4} />
            </li>
          )}
        </ul>
      )}
    </Dialog>
  );
};
