import type { ReactNode } from "react";
import { deleteAccessKey, type AccessKey } from "../../../../resources/bucket/access-key-calls.ts";
import { accessKeys } from "../../../../resources/bucket/access-keys.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { keyColumns } from "./key-columns.tsx";
import type { Keys } from "./use-keys.ts";

interface KeyListProps {
  readonly keys: Keys;
  readonly mayDelete: boolean;
  readonly emptyAction: ReactNode;
}

export const KeyList = ({ keys, mayDelete, emptyAction }: KeyListProps) => {
  const { act: remove } = useAct(deleteAccessKey, { done: "Deleted", onDone: keys.reload });
  const askToDelete = async ({ accessKey, name }: AccessKey) => {
    const text = `Any client that uses ${name} loses access immediately. URLs presigned with this key stop working.`;
    if (await dialogs.confirm({ title: `Delete access key ${name}?`, text, ok: "Delete key", danger: true }))
      void remove({ params: { accessKey } });
  };
  return (
    <DataTable<AccessKey>
      label={accessKeys.title}
      columns={keyColumns}
      rows={keys.rows}
      rowKey={({ accessKey }) => accessKey}
      rowActions={(row) =>
        mayDelete ? [{ label: "Delete", icon: "trash", danger: true, onSelect: () => void askToDelete(row) }] : []
      }
      skeletonRows={3}
      empty={
        <Empty
          icon="key"
          title="No access keys yet"
          text="Create a key to give scripts and S3 clients limited access to your buckets."
          action={emptyAction}
        />
      }
      error={keys.error && <ErrorState message={keys.error.message} onRetry={keys.reload} />}
    />
  );
};
