import { useState } from "react";
import { pointHistory, type PointMovement } from "../../../../resources/account/points.ts";
import { pointHistoryPageSize } from "../../../../resources/rewards/limits.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { formatWhole } from "../../lib/format/count.ts";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";

/** All point movements, newest first. They add up to the total. */
export const HistoryTab = () => {
  const [page, setPage] = useState(1);
  const { data, error, reload } = useCall(pointHistory, { query: { page, size: pointHistoryPageSize } });
  return (
    <>
      <DataTable<PointMovement>
        label="Points"
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        skeletonRows={3}
        empty={<Empty icon="history" title="No points yet" text="Points you collect appear here." />}
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <Pagination page={page} pageSize={pointHistoryPageSize} total={data?.total ?? 0} onPage={setPage} />
    </>
  );
};

const columns: readonly Column<PointMovement>[] = [
  {
    key: "reason",
    title: "Source",
    cell: ({ reason, merged }) => (merged ? <TwoLines first={reason} second="Merged account" /> : reason),
  },
  { key: "points", title: "Points", cell: ({ points }) => signed(points), width: "110px", align: "end" },
  {
    key: "total",
    title: "Balance",
    cell: ({ total }) => formatWhole(total),
    width: "130px",
    align: "end",
    wideOnly: true,
  },
  { key: "createdAt", title: "Date", cell: ({ createdAt }) => <Moment seconds={createdAt} />, width: "164px" },
];

const signed = (points: number): string =>
  points > 0 ? `+${formatWhole(points)}` : formatWhole(points).replace("-", "−");
