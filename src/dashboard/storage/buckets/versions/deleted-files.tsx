import { date } from "../../../../../resources/declare/fields.ts";
import { shown } from "../../../../../resources/declare/special-fields.ts";
import { defineRows } from "../../../../../resources/declare/rows.ts";
import { RowTable, type RowCells } from "../../../framework/pages/row-table.tsx";
import { useDeletedFiles, type FileVersion } from "../../flows/storage/use-versions.ts";
import { useWork } from "../../../framework/data/use-act.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import type { MenuItem } from "../../../ui/menu/menu.tsx";
import { nameOf } from "../paths.ts";

interface DeletedFilesProps {
  readonly bucket: string;
  readonly prefix: string;
}

const list = defineRows({
  label: "Deleted files",
  fields: { key: shown("File"), modifiedSeconds: date("Deleted") },
  key: "key",
  columns: { key: {}, modifiedSeconds: {} },
  empty: {
    icon: "trash",
    title: "No deleted files",
    text: "Files deleted from this folder while versioning is enabled appear here.",
  },
});

const cells: RowCells<FileVersion> = { key: ({ key }) => <bdi title={key}>{nameOf(key)}</bdi> };

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
      <RowTable
        list={list}
        rows={files}
        cells={cells}
        error={error}
        reload={reload}
        {...(allows("delete", "buckets") && { rowActions: actionsOf })}
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
