import type { ReactNode } from "react";
import { deleteSnapshot, publishSnapshot, type Snapshot } from "../../../../../resources/bucket/snapshots.ts";
import { gatewayPath } from "../../../flows/storage/links.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { countOf } from "../../../lib/format/count.ts";
import { DataTable } from "../../../ui/data-table.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import type { MenuItem } from "../../../ui/menu.tsx";
import { snapshotColumns } from "./snapshot-columns.tsx";
import type { Opened } from "./snapshots-tab.tsx";

interface SnapshotListProps {
  readonly rows: readonly Snapshot[] | undefined;
  readonly error: Error | undefined;
  readonly reload: () => void;
  readonly mayEdit: boolean;
  readonly emptyAction: ReactNode;
  readonly onOpen: (opened: Opened) => void;
}

/** Snapshots, newest first, with their actions. */
export const SnapshotList = ({ rows, error, reload, mayEdit, emptyAction, onOpen }: SnapshotListProps) => {
  const publish = useAct(publishSnapshot, { done: "Published", onDone: reload });
  const remove = useAct(deleteSnapshot, { done: "Deleted", onDone: reload });
  const askToDelete = async ({ id, status }: Snapshot) => {
    const text =
      status === "pin"
        ? "The snapshot stays pinned. Remove the pin as well to delete its files."
        : "File versions stored only in this snapshot are permanently deleted.";
    if (await dialogs.confirm({ title: "Delete this snapshot?", text, ok: "Delete snapshot", danger: true }))
      void remove.act({ params: { id } });
  };
  const askToPublish = async ({ id, files }: Snapshot) => {
    const text = `Anyone with its CID can read its ${countOf(files, "file")}. It is added to your pins.`;
    if (await dialogs.confirm({ title: "Publish this snapshot?", text, ok: "Publish snapshot" }))
      void publish.act({ params: { id } });
  };
  const actionsOf = (snapshot: Snapshot): MenuItem[] => [
    ...(snapshot.cid === undefined ? [] : readActions(snapshot, snapshot.cid, onOpen)),
    ...(mayEdit && snapshot.status === "unpin"
      ? [
          {
            label: "Publish",
            icon: "pin" as const,
            onSelect: () => void askToPublish(snapshot),
          },
        ]
      : []),
    ...(mayEdit
      ? [{ label: "Delete", icon: "trash" as const, danger: true, onSelect: () => void askToDelete(snapshot) }]
      : []),
  ];
  return (
    <DataTable<Snapshot>
      label="Snapshots"
      columns={snapshotColumns}
      rows={rows}
      rowKey={({ id }) => id}
      rowActions={actionsOf}
      skeletonRows={3}
      empty={
        <Empty
          icon="archive"
          title="No snapshots yet"
          text="Create a snapshot before large changes. Unchanged files use no extra storage."
          action={emptyAction}
        />
      }
      error={error && <ErrorState message={error.message} onRetry={reload} />}
    />
  );
};

const readActions = (snapshot: Snapshot, cid: string, onOpen: SnapshotListProps["onOpen"]): MenuItem[] => [
  ...(snapshot.status === "pin" ? [{ label: "Open", icon: "external" as const, to: gatewayPath(cid) }] : []),
  { label: "Browse DAG", icon: "ipns", onSelect: () => onOpen({ dialog: "dag", snapshot }) },
  { label: "Compare", icon: "history", onSelect: () => onOpen({ dialog: "diff", snapshot }) },
];
