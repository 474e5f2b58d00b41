import { useState } from "react";
import { snapshotDag, type Snapshot, type SnapshotDag } from "../../../../../resources/bucket/snapshots.ts";
import { gatewayPath } from "../../../flows/storage/links.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { countOf } from "../../../lib/format/count.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { LoadList } from "../../../ui/load-list.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import styles from "./snapshots.module.css";

interface Step {
  readonly cid: string;
  readonly name: string;
}

interface DagDialogProps {
  readonly snapshot: Snapshot;
  readonly onClose: () => void;
}

/** Browses the DAG of a snapshot, block by block. */
export const DagDialog = ({ snapshot, onClose }: DagDialogProps) => {
  const [path, setPath] = useState<readonly Step[]>([]);
  const cid = path.at(-1)?.cid;
  const { data, error, reload } = useCall(snapshotDag, {
    params: { id: snapshot.id },
    query: cid === undefined ? {} : { cid },
  });
  return (
    <Dialog title="Snapshot DAG" width={650} onClose={onClose}>
      <div className="fh-stack">
        <nav className={styles.way} aria-label="DAG path">
          <Button kind="plain" size="small" disabled={path.length === 0} onClick={() => setPath([])}>
            Root
          </Button>
          {path.map((step, at) => (
            <span key={`${at} ${step.cid}`}>
              <span aria-hidden="true">/</span>
              <Button
                kind="plain"
                size="small"
                disabled={at === path.length - 1}
                onClick={() => setPath(path.slice(0, at + 1))}
              >
                {step.name}
              </Button>
            </span>
          ))}
        </nav>
        {error && !data && <ErrorState message={error.message} onRetry={reload} />}
        {!data && !error && <Skeleton lines={5} />}
        {data && <Block block={data} onFollow={(step) => setPath([...path, step])} />}
      </div>
    </Dialog>
  );
};

interface BlockProps {
  readonly block: SnapshotDag;
  readonly onFollow: (step: Step) => void;
}

const Block = ({ block, onFollow }: BlockProps) => (
  <>
    <p>
      <CopyText text={block.cid} label="CID" />
    </p>
    <div className="fh-row">
      <span className="fh-muted">
        {[block.codec, block.type, `block of ${formatBytes(block.blockSize)}`, countOf(block.links.length, "link")]
          .filter(Boolean)
          .join(" · ")}
      </span>
      <LinkButton size="small" icon="external" to={gatewayPath(block.cid)}>
        Open
      </LinkButton>
    </div>
    {block.links.length > 0 && (
      <LoadList
        label="Links"
        items={block.links.map((link, at) => ({ ...link, at }))}
        itemKey={({ at }) => String(at)}
        row={({ name, cid, size, at }) => (
          <button type="button" className={styles.link} onClick={() => onFollow({ cid, name: name || `#${at}` })}>
            <bdi>{name || `#${at}`}</bdi>
            <span className="fh-mono">{shortenHash(cid)}</span>
            <span>{formatBytes(size)}</span>
          </button>
        )}
      />
    )}
  </>
);
