import { depositRecords, type DepositRecord } from "../../../../resources/billing/deposit-calls.ts";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { recordsPageSize } from "../../../../resources/billing/records.ts";
import { messages } from "../../../../resources/messages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { toShort } from "../../lib/format/decimal.ts";
import { formatLand, formatLandExactly, oneLand } from "../../lib/format/land.ts";
import { shortenHash } from "../../lib/format/shorten.ts";
import { CopyText } from "../../ui/copy-text.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { StatusTag } from "../../ui/status-tag.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";

interface DepositHistoryProps {
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Unix seconds, both ends inclusive; default: all time. */
  readonly span?: { readonly since?: number; readonly until?: number };
}

/** The team's deposits, newest first. Pending deposits update with each block. */
export const DepositHistory = ({ page, onPage, span = {} }: DepositHistoryProps) => {
  const { data, error, reload } = useCall(depositRecords, { query: { page, size: recordsPageSize, ...span } });
  useLive(deposits, reload);
  const isNarrowed = span.since !== undefined || span.until !== undefined;
  return (
    <>
      <DataTable<DepositRecord>
        label="Deposit history"
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        skeletonRows={2}
        empty={
          <Empty
            icon="wallet"
            title={messages.noData}
            text={
              isNarrowed ? "No deposits in this period. Choose another period." : "Deposits appear here once mined."
            }
          />
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <Pagination page={page} pageSize={recordsPageSize} total={data?.total ?? 0} onPage={onPage} />
    </>
  );
};

const columns: readonly Column<DepositRecord>[] = [
  {
    key: "landAmount",
    title: "Amount",
    cell: ({ landAmount, originalValue, amountType }) => (
      <TwoLines
        first={<span title={`${formatLandExactly(landAmount)} LAND`}>{formatLand(landAmount)} LAND</span>}
        second={`for ${toShort(BigInt(originalValue), oneLand, 6)} ${amountType.startsWith("0x") ? shortenHash(amountType) : amountType}`}
      />
    ),
    width: "170px",
  },
  { key: "network", title: "Network", cell: ({ network }) => network },
  { key: "status", title: "Status", cell: (row) => <State {...row} />, width: "150px" },
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
  },
];

/** For pending deposits: number of confirmations, if the network has blocks. */
const State = ({ status, confirmations }: DepositRecord) => {
  const blocks = confirmations ? ` ${confirmations.seen}/${confirmations.needed}` : "";
  return <StatusTag state={status} {...(status === "PENDING" && { label: `Pending${blocks}` })} />;
};
