import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  snapshots,
  type Snapshot,
  snapshotDag,
  type SnapshotDag,
  diffSnapshots,
} from "../../../../../resources/storage/snapshots.ts";
import { buckets } from "../../../../../resources/storage/buckets.ts";
import { callOf } from "../../../../../resources/declare/endpoints.ts";
import { gatewayPath } from "../../flows/storage/links.ts";
import { resourceKey } from "../../../framework/data/record-keys.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { relatedTo } from "../../../framework/pages/related.tsx";
import { RecordList, type Cells } from "../../../framework/pages/record-list.tsx";
import { useAllows } from "../../../framework/use-allows.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { countOf, formatWhole } from "../../../lib/format/count.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import type { MenuItem } from "../../../ui/menu/menu.tsx";
import { TwoLines } from "../../../ui/panels/two-lines.tsx";
import { useCall } from "../../../framework/data/use-call.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { LoadList } from "../../../ui/table/load-list.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import styles from "./snapshots.module.css";
import { FileChanges } from "../../../framework/widgets/file-changes/file-changes.tsx";
import { formatMoment } from "../../../lib/format/date.ts";
import { Empty } from "../../../ui/states/empty.tsx";
import { MenuField } from "../../../framework/forms/menu-field.tsx";

interface SnapshotsTabProps {
  readonly bucket: string;
  /** Current folder. "" is the bucket itself. */
  readonly prefix: string;
}

type Opened = { readonly dialog: "dag" | "diff"; readonly snapshot: Snapshot };

/** Snapshots of the bucket or one of its folders. */
export const SnapshotsTab = ({ bucket, prefix }: SnapshotsTabProps) => {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<Opened>();
  const cursor = cursors.at(-1);
  const list = relatedTo(buckets, { name: bucket }, snapshots);
  const filters = { ...list.only, ...(cursor !== undefined && { cursor }) };
  const { rows, total, next } = useRecords(snapshots, { filters });
  const client = useQueryClient();
  const { act, acting } = useAct(callOf(snapshots, "create"), {
    done: "Creating snapshot…",
    onDone: () => client.invalidateQueries({ queryKey: resourceKey(snapshots.name) }),
  });
  const mayEdit = useAllows()("create", snapshots);
  const createOf = (source: string) => void act({ body: { bucket, prefix: source } });
  const create = mayEdit && (
    <>
      {prefix !== "" && (
        <Button icon="archive" busy={acting} onClick={() => createOf(prefix)}>
          Create folder snapshot
        </Button>
      )}
      <Button icon="archive" kind="primary" busy={acting} onClick={() => createOf("")}>
        Create bucket snapshot
      </Button>
    </>
  );
  return (
    <div className="fh-stack">
      <div className="fh-row">
        <p className="fh-muted">
          A snapshot keeps the current version of every file in one IPFS folder. It stays private until you publish it.
          {total > 0 && ` ${countOf(total, "snapshot")}.`}
        </p>
        {rows && rows.length > 0 && create}
      </div>
      <RecordList
        {...list}
        cells={cells}
        only={filters}
        rowActions={(row) => readActions(row, setOpened)}
        emptyAction={create}
        isLocal
      />
      {(next !== undefined || cursors.length > 0) && (
        <nav className="fh-row" aria-label="Pages">
          <Button size="small" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            Newer
          </Button>
          <Button size="small" disabled={next === undefined} onClick={() => setCursors([...cursors, next!])}>
            Older
          </Button>
        </nav>
      )}
      {opened?.dialog === "dag" && <DagDialog snapshot={opened.snapshot} onClose={() => setOpened(undefined)} />}
      {opened?.dialog === "diff" && (
        <DiffDialog
          snapshot={opened.snapshot}
          others={(rows ?? []).filter(({ id, cid }) => cid !== undefined && id !== opened.snapshot.id)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
};

const readActions = (snapshot: Snapshot, onOpen: (opened: Opened) => void): MenuItem[] => {
  const { cid, status } = snapshot;
  if (cid === undefined) return [];
  return [
    ...(status === "pin" ? [{ label: "Open", icon: "external" as const, to: gatewayPath(cid) }] : []),
    { label: "Browse DAG", icon: "ipns", onSelect: () => onOpen({ dialog: "dag", snapshot }) },
    { label: "Compare", icon: "history", onSelect: () => onOpen({ dialog: "diff", snapshot }) },
  ];
};

const cells: Cells<typeof snapshots> = {
  prefix: ({ prefix, message }) => (
    <TwoLines first={<bdi title={prefix}>{prefix || "Entire bucket"}</bdi>} second={message} />
  ),
  files: ({ cid, files }) => (cid === undefined ? "–" : formatWhole(files)),
  size: ({ cid, size }) => (cid === undefined ? "–" : formatBytes(size)),
};

interface Step {
  readonly cid: string;
  readonly name: string;
}

interface DagDialogProps {
  readonly snapshot: Snapshot;
  readonly onClose: () => void;
}

/** Browses the DAG of a snapshot, block by block. */
const DagDialog = ({ snapshot, onClose }: DagDialogProps) => {
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

interface DiffDialogProps {
  readonly snapshot: Snapshot;
  /** Snapshots to compare with, newest first. */
  readonly others: readonly Snapshot[];
  readonly onClose: () => void;
}

/** Changes from another snapshot to this one. Starts with the previous snapshot. */
const DiffDialog = ({ snapshot, others, onClose }: DiffDialogProps) => {
  const before = others.find(({ createdAt }) => createdAt <= snapshot.createdAt) ?? others[0];
  const [otherId, setOtherId] = useState(before?.id);
  return (
    <Dialog title="Compare snapshots" width={920} onClose={onClose}>
      {otherId === undefined ? (
        <Empty
          icon="history"
          title="Nothing to compare with"
          text="No other snapshot yet. Create one after files change."
        />
      ) : (
        <div className="fh-stack">
          <MenuField
            label={`Compare ${labelOf(snapshot)} with`}
            value={otherId}
            options={others.map((other) => ({ value: other.id, label: labelOf(other) }))}
            onChange={setOtherId}
          />
          <Changes id={snapshot.id} otherId={otherId} />
        </div>
      )}
    </Dialog>
  );
};

const labelOf = ({ createdAt, prefix }: Snapshot): string =>
  `${formatMoment(createdAt)}${prefix === "" ? "" : ` (${prefix})`}`;

const Changes = ({ id, otherId }: { readonly id: string; readonly otherId: string }) => {
  const { data, error, reload } = useCall(diffSnapshots, { params: { id, otherId } });
  if (error && !data) return <ErrorState message={error.message} onRetry={reload} />;
  return data ? <FileChanges {...data} /> : <Skeleton lines={5} />;
};
