import type { ReactNode } from "react";
import { deleteSnapshot, publishSnapshot, type Snapshot } from "../../../../../resources/bucket/snapshots.ts";
import { gatewayPath } from "../../../flows/storage/links.ts";
import { useAct } from "../../../framework/data/use-act.ts";
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

/** Snapshots, newest first, and what can be done with each. */
export const SnapshotList = ({ rows, error, reload, mayEdit, emptyAction, onOpen }: SnapshotListProps) => {
  const publish = useAct(publishSnapshot, { done: "Published", onDone: reload });
  const remove = useAct(deleteSnapshot, { done: "Deleted", onDone: reload });
  const askToDelete = async ({ id, status }: Snapshot) => {
    const text =
      status === "pin"
        ? "It stays pinned: remove its pin too to let its files go."
        : "Files that were changed or deleted since then, and are in no other snapshot, are gone for good.";
    if (await dialogs.confirm({ title: "Delete snapshot", text, ok: "Delete", danger: true }))
      void remove.act({ params: { id } });
  };
  const actionsOf = (snapshot: Snapshot): MenuItem[] => [
    ...(snapshot.cid === undefined ? [] : readingOf(snapshot, snapshot.cid, onOpen)),
    ...(mayEdit && snapshot.status === "unpin"
      ? [
          {
            label: "Publish",
            icon: "pin" as const,
            onSelect: () => void publish.act({ params: { id: snapshot.id } }),
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
          text="Make one before you change much: its files stay as they are, and cost storage only once they differ."
          action={emptyAction}
        />
      }
      error={error && <ErrorState message={error.message} onRetry={reload} />}
    />
  );
};

const readingOf = (snapshot: Snapshot, cid: string, onOpen: SnapshotListProps["onOpen"]): MenuItem[] => [
  { label: "Open", icon: "external", to: gatewayPath(cid) },
  { label: "Browse DAG", icon: "ipns", onSelect: () => onOpen({ dialog: "dag", snapshot }) },
  { label: "Compare", icon: "history", onSelect: () => onOpen({ dialog: "diff", snapshot }) },
];
