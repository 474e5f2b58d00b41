import { bytes, date, id } from "../../../../resources/declare/fields.ts";
import { shown } from "../../../../resources/declare/special-fields.ts";
import { defineRows } from "../../../../resources/declare/rows.ts";
import { RowTable, type RowCells } from "../../framework/pages/row-table.tsx";
import { useMemo } from "react";
import { useIncompleteUploads, type SizedUpload } from "../flows/storage/use-incomplete-uploads.ts";
import { useWork } from "../../framework/data/use-act.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { formatBytes } from "../../lib/format/bytes.ts";
import { countOf } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

const list = defineRows({
  label: "Incomplete uploads",
  fields: { uploadId: id(), key: shown("File"), sizeBytes: bytes("Uploaded"), startedSeconds: date("Started") },
  key: "uploadId",
  columns: { key: {}, sizeBytes: {}, startedSeconds: {} },
  sort: ["key", "sizeBytes", "startedSeconds"],
  empty: {
    icon: "upload",
    title: "No incomplete uploads",
    text: "A file uploaded in parts is listed here until its last part arrives.",
  },
});

const cells: RowCells<SizedUpload> = { key: ({ key }) => <bdi>{key}</bdi> };

/** Incomplete multipart uploads, which use storage. */
export const IncompleteUploadsTab = ({ bucket }: { readonly bucket: string }) => {
  const { uploads, error, reload, abort } = useIncompleteUploads(bucket);
  const mayEdit = useAllows()("edit", "buckets");
  const { act, acting } = useWork(abort, { done: "Discarded" });
  const discard = async (some: readonly SizedUpload[]) => {
    const agreed = await dialogs.confirm({
      title: `Discard ${countOf(some.length, "upload")}?`,
      text: "The uploaded parts are deleted. Active uploads must be restarted.",
      ok: "Discard",
      danger: true,
    });
    if (agreed) await act(some);
  };
  const total = useMemo(() => uploads?.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) ?? 0, [uploads]);
  return (
    <div className="fh-stack">
      {uploads && uploads.length > 0 && (
        <div className="fh-row">
          <p className="fh-muted">
            {countOf(uploads.length, "incomplete upload")}, {formatBytes(total)}. Deleted automatically after seven days
            without a new part.
          </p>
          {mayEdit && (
            <Button size="small" icon="trash" busy={acting} onClick={() => void discard(uploads)}>
              Discard all
            </Button>
          )}
        </div>
      )}
      <RowTable
        list={list}
        rows={uploads}
        cells={cells}
        error={error}
        reload={reload}
        {...(mayEdit && {
          rowActions: (upload: SizedUpload) => [
            { label: "Discard", icon: "trash" as const, danger: true, onSelect: () => void discard([upload]) },
          ],
        })}
      />
    </div>
  );
};
