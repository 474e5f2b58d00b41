import { useMemo } from "react";
import { useFragments, type Fragment } from "../flows/storage/use-fragments.ts";
import { useWork } from "../../framework/data/use-act.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { formatBytes } from "../../lib/format/bytes.ts";
import { countOf } from "../../lib/format/count.ts";
import { formatMoment, formatRelative } from "../../lib/format/date.ts";
import { Button } from "../../ui/button.tsx";
import type { Column } from "../../ui/table/data-table-types.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";

const columns: readonly Column<Fragment>[] = [
  { key: "key", title: "File", cell: ({ key }) => <bdi title={key}>{key}</bdi> },
  { key: "size", title: "Uploaded", width: "120px", align: "end", cell: ({ sizeBytes }) => formatBytes(sizeBytes) },
  {
    key: "age",
    title: "Started",
    width: "170px",
    cell: ({ startedSeconds }) => <span title={formatMoment(startedSeconds)}>{formatRelative(startedSeconds)}</span>,
  },
];

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
      <DataTable
        label="Fragments"
        columns={columns}
        rows={fragments}
        rowKey={({ uploadId }) => uploadId}
        {...(mayEdit && {
          rowActions: (fragment: Fragment) => [
            { label: "Discard", icon: "trash" as const, danger: true, onSelect: () => void discard([fragment]) },
          ],
        })}
        skeletonRows={3}
        empty={<Empty icon="upload" title="No fragments" text="No incomplete multipart uploads." />}
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
    </div>
  );
};
