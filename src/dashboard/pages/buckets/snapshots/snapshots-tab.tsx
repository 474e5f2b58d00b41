import { useState } from "react";
import { createSnapshot, snapshots, type Snapshot } from "../../../../../resources/bucket/snapshots.ts";
import { buckets } from "../../../../../resources/bucket/buckets.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useLive } from "../../../framework/data/use-live.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { countOf } from "../../../lib/format/count.ts";
import { Button } from "../../../ui/button.tsx";
import { DagDialog } from "./dag-dialog.tsx";
import { DiffDialog } from "./diff-dialog.tsx";
import { SnapshotList } from "./snapshot-list.tsx";

interface SnapshotsTabProps {
  readonly bucket: string;
  /** Current folder. "" is the bucket itself. */
  readonly prefix: string;
}

export type Opened = { readonly dialog: "dag" | "diff"; readonly snapshot: Snapshot };

/** Snapshots of the bucket or one of its folders. */
export const SnapshotsTab = ({ bucket, prefix }: SnapshotsTabProps) => {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<Opened>();
  const cursor = cursors.at(-1);
  const { data, error, reload } = useCall(snapshots, {
    query: { bucket, ...(cursor !== undefined && { cursor }) },
  });
  useLive(buckets, reload);
  const { act, acting } = useAct(createSnapshot, { done: "Creating snapshot…", onDone: reload });
  const mayEdit = useAllows()("edit", buckets.name);
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
  const next = data?.page.next;
  return (
    <div className="fh-stack">
      <div className="fh-row">
        <p className="fh-muted">
          A snapshot keeps the current version of every file in one IPFS folder. It stays private until you publish it.
          {data && data.page.total > 0 && ` ${countOf(data.page.total, "snapshot")}.`}
        </p>
        {data && data.list.length > 0 && create}
      </div>
      <SnapshotList
        rows={data?.list}
        error={error}
        reload={reload}
        mayEdit={mayEdit}
        emptyAction={create}
        onOpen={setOpened}
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
          others={(data?.list ?? []).filter(({ id, cid }) => cid !== undefined && id !== opened.snapshot.id)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
};
