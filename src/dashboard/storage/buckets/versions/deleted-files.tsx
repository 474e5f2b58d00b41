import { useDeletedFiles, type FileVersion } from "../../flows/storage/use-versions.ts";
import { useWork } from "../../../framework/data/use-act.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { Button } from "../../../ui/button.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import type { MenuItem } from "../../../ui/menu/menu.tsx";
import { Empty } from "../../../ui/states/empty.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import type { Column } from "../../../ui/table/data-table-types.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { nameOf } from "../paths.ts";

interface DeletedFilesProps {
  readonly bucket: string;
  readonly prefix: string;
}

const columns: readonly Column<FileVersion>[] = [
  { key: "key", title: "File", cell: ({ key }) => <bdi title={key}>{nameOf(key)}</bdi> },
  {
    key: "deleted",
    title: "Deleted",
    width: "170px",
    cell: ({ modifiedSeconds }) => <Moment seconds={modifiedSeconds} />,
  },
];

/** Deleted files of a folder whose versions are kept. */
export const DeletedFiles = ({ bucket, prefix }: DeletedFilesProps) => {
  const allows = useAllows();
  const deleted = useDeletedFiles(bucket, prefix);
  const { files, error, reload, hasMore, loadMore, loadingMore } = deleted;
  const restoring = useWork(deleted.restore, { done: "File restored" });
  const removing = useWork(deleted.removeAll, { done: "File permanently deleted" });
  const remove = async (file: FileVersion) => {
    const confirmed = await dialogs.confirm({
      title: `Delete ${nameOf(file.key)} permanently?`,
      text: "All its versions are permanently deleted.",
      ok: "Delete permanently",
      danger: true,
    });
    if (confirmed) await removing.act(file);
  };
  const actionsOf = (file: FileVersion): MenuItem[] => [
    { label: "Restore", icon: "refresh", onSelect: () => void restoring.act(file) },
    { label: "Delete permanently", icon: "trash", danger: true, onSelect: () => void remove(file) },
  ];
  return (
    <div className="fh-stack">
      <DataTable
        label="Deleted files"
        columns={columns}
        rows={files}
        rowKey={({ key }) => key}
        {...(allows("delete", "buckets") && { rowActions: actionsOf })}
        skeletonRows={3}
        empty={
          <Empty
            icon="trash"
            title="No deleted files"
            text="Files deleted from this folder while versioning is enabled appear here."
          />
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      {hasMore && (
        <div>
          <Button busy={loadingMore} onClick={loadMore}>
            Load more
          </Button>
        </div>
      )}
    </div>
  );
};
