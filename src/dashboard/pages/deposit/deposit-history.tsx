import { useState } from "react";
import { depositRecords, type DepositRecord } from "../../../../resources/billing/deposit-calls.ts";
import { loadListCollapsed as pageSize } from "../../../../resources/limits.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { formatLand } from "../../lib/format/land.ts";
import { shortenHash } from "../../lib/format/shorten.ts";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { StatusTag } from "../../ui/status-tag.tsx";

/** Asked again this often while a deposit waits for its blocks. */
const pollMs = 5000;

/** What the team has paid in, the newest first; pending from its first block on. */
export const DepositHistory = () => {
  const [page, setPage] = useState(1);
  const [waits, setWaits] = useState(false);
  const { data, error, reload } = useCall(depositRecords, {
    query: { page, size: pageSize },
    ...(waits && { pollMs }),
  });
  const pending = data?.items.some(({ status }) => status === "PENDING") ?? false;
  if (data && pending !== waits) setWaits(pending);
  return (
    <Card title="Deposit history">
      <DataTable<DepositRecord>
        label="Deposit history"
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        skeletonRows={2}
        empty={<Empty icon="wallet" title="No deposits yet" text="What you pay stands here from its first block on." />}
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <Pagination page={page} pageSize={pageSize} total={data?.total ?? 0} onPage={setPage} />
    </Card>
  );
};

const columns: readonly Column<DepositRecord>[] = [
  { key: "landAmount", title: "LAND", cell: ({ landAmount }) => formatLand(landAmount), width: "110px" },
  { key: "network", title: "Network", cell: ({ network }) => network },
  { key: "status", title: "State", cell: (row) => <State {...row} />, width: "150px" },
  {
    key: "txHash",
    title: "Transaction",
    cell: ({ txHash }) => <CopyText label="Transaction" text={txHash} shown={shortenHash(txHash)} />,
    wideOnly: true,
  },
  {
    key: "createdAt",
    title: "Seen",
    cell: ({ createdAt }) => <Moment seconds={createdAt} />,
    width: "164px",
    wideOnly: true,
  },
];

const State = ({ status, confirmations }: DepositRecord) => (
  <StatusTag
    state={status}
    {...(confirmations && { label: `Pending ${confirmations.seen}/${confirmations.needed}` })}
  />
);
