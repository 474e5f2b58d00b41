import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { snapshots, type Snapshot, type SnapshotState } from "../../../../../resources/bucket/snapshots.ts";
import { callOf } from "../../../../../resources/endpoints.ts";
import { gatewayPath } from "../../../flows/storage/links.ts";
import { resourceKey } from "../../../framework/data/record-keys.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { RecordList, type Cells } from "../../../framework/pages/record-list.tsx";
import { useAllows } from "../../../framework/use-allows.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { countOf, formatWhole } from "../../../lib/format/count.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import type { MenuItem } from "../../../ui/menu.tsx";
import { StatusTag } from "../../../ui/status-tag.tsx";
import { TwoLines } from "../../../ui/two-lines.tsx";
import { DagDialog } from "./dag-dialog.tsx";
import { DiffDialog } from "./diff-dialog.tsx";

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
  const filters = { bucket, ...(cursor !== undefined && { cursor }) };
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
        resource={snapshots}
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

/** States whose tag has another color. */
const states: Readonly<Partial<Record<SnapshotState, string>>> = { unpin: "normal", pin: "pinned" };

const cells: Cells<typeof snapshots> = {
  prefix: ({ prefix, message }) => (
    <TwoLines first={<bdi title={prefix}>{prefix || "Entire bucket"}</bdi>} second={message} />
  ),
  cid: ({ cid }) => (cid === undefined ? "–" : <CopyText text={cid} shown={shortenHash(cid)} label="CID" />),
  files: ({ cid, files }) => (cid === undefined ? "–" : formatWhole(files)),
  size: ({ cid, size }) => (cid === undefined ? "–" : formatBytes(size)),
  status: ({ status }) => (
    <StatusTag state={states[status] ?? status} label={snapshots.fields.status.labels?.[status]} />
  ),
};
