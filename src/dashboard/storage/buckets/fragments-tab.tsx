import { bytes, date, id } from "../../../../resources/declare/fields.ts";
import { shown } from "../../../../resources/declare/special-fields.ts";
import { defineRows } from "../../../../resources/declare/rows.ts";
import { RowTable, type RowCells } from "../../framework/pages/row-table.tsx";
import { useMemo } from "react";
import { useFragments, type Fragment } from "../flows/storage/use-fragments.ts";
import { useWork } from "../../framework/data/use-act.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { formatBytes } from "../../lib/format/bytes.ts";
import { countOf } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

const list = defineRows({
  label: "Fragments",
  fields: { uploadId: id(), key: shown("File"), sizeBytes: bytes("Uploaded"), startedSeconds: date("Started") },
  key: "uploadId",
  columns: { key: {}, sizeBytes: {}, startedSeconds: {} },
  sort: ["key", "sizeBytes", "startedSeconds"],
  empty: { icon: "upload", title: "No fragments", text: "No incomplete multipart uploads." },
});

const cells: RowCells<Fragment> = { key: ({ key }) => <bdi>{key}</bdi> };

/** Incomplete multipart uploads, which use storage. */
export const FragmentsTab = ({ bucket }: { readonly bucket: string }) => {
  const { fragments, error, reload, abort } = useFragments(bucket);
  const mayEdit = useAllows()("edit", "buckets");
  const { act, acting } = useWork(abort, { done: "Discarded" });
  const discard = async (some: readonly Fragment[]) => {
    const agreed = await dialogs.confirm({
      title: `Discard ${countOf(some.length, "upload")}?`,
      text: "The uploaded parts are deleted. Active uploads must be restarted.",
      ok: "Discard",
      danger: true,
    });
    if (agreed) await act(some);
  };
  const total = useMemo(() => fragments?.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) ?? 0, [fragments]);
  return (
    <div className="fh-stack">
      {fragments && fragments.length > 0 && (
        <div className="fh-row">
          <p className="fh-muted">
            {countOf(fragments.length, "incomplete upload")}, {formatBytes(total)}. Deleted automatically after seven
            days without a new part.
          </p>
          {mayEdit && (
            <Button size="small" icon="trash" busy={acting} onClick={() => void discard(fragments)}>
              Discard all
            </Button>
          )}
        </div>
      )}
      <RowTable
        list={list}
        rows={fragments}
        cells={cells}
        error={error}
        reload={reload}
        {...(mayEdit && {
          rowActions: (fragment: Fragment) => [
            { label: "Discard", icon: "trash" as const, danger: true, onSelect: () => void discard([fragment]) },
          ],
        })}
      />
    </div>
  );
};
