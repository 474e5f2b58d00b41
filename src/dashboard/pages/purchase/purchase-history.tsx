import type { purchaseRecords, PurchaseRecord } from "../../../../resources/billing/purchases.ts";
import type { Reply } from "../../../../resources/call-input.ts";
import { loadListCollapsed as pageSize } from "../../../../resources/limits.ts";
import { sold } from "../../flows/purchase/selection.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { costOf } from "../../lib/format/cost.ts";
import { formatDay } from "../../lib/format/date.ts";
import { oneLand as one } from "../../lib/format/land.ts";
import { shortenHash } from "../../lib/format/shorten.ts";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { StatusTag } from "../../ui/status-tag.tsx";
import { formatAmount } from "../overview/usage-tiles.ts";

interface PurchaseHistoryProps {
  readonly data: Reply<typeof purchaseRecords> | undefined;
  readonly error: Error | undefined;
  readonly reload: () => void;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** The team's purchases, newest first. They show as pending from the first block. */
export const PurchaseHistory = ({ data, error, reload, page, onPage }: PurchaseHistoryProps) => (
  <Card title="Purchases">
    <DataTable<PurchaseRecord>
      label="Purchases"
      columns={columns}
      rows={data?.items}
      rowKey={({ id }) => id}
      skeletonRows={2}
      empty={<Empty icon="gift" title="No purchases yet" text="Purchases appear here once mined." />}
      error={error && <ErrorState message={error.message} onRetry={reload} />}
    />
    <Pagination page={page} pageSize={pageSize} total={data?.total ?? 0} onPage={onPage} />
  </Card>
);

const columns: readonly Column<PurchaseRecord>[] = [
  {
    key: "resourceType",
    title: "Resource",
    cell: ({ resourceType, size }) => `${sold[resourceType].title}, ${formatAmount(resourceType, Number(size))}`,
  },
  {
    key: "until",
    title: "Valid until",
    cell: ({ until }) => (until === null ? "–" : formatDay(until)),
    width: "120px",
  },
  { key: "usd", title: "Paid", cell: ({ usd }) => `$${costOf(BigInt(usd), one)}`, width: "100px", align: "end" },
  { key: "status", title: "Status", cell: (row) => <State {...row} />, width: "150px" },
  { key: "network", title: "Network", cell: ({ network }) => network, width: "130px", wideOnly: true },
  {
    key: "txHash",
    title: "Transaction",
    cell: ({ txHash }) => <CopyText label="Transaction" text={txHash} shown={shortenHash(txHash)} />,
    wideOnly: true,
  },
  {
    key: "createdAt",
    title: "Received",
    cell: ({ createdAt }) => <Moment seconds={createdAt} />,
    width: "164px",
    wideOnly: true,
  },
];

const State = ({ status, confirmations }: PurchaseRecord) => (
  <StatusTag
    state={status}
    {...(confirmations && { label: `Pending ${confirmations.seen}/${confirmations.needed}` })}
  />
);
