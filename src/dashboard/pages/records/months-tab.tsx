import { useSearchParams } from "react-router";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { billMonths, exportMonths, type MonthlyBill } from "../../../../resources/billing/record-calls.ts";
import { recordsPageSize } from "../../../../resources/billing/records.ts";
import { messages } from "../../../../resources/messages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { CsvButton, datedName } from "../../framework/widgets/csv-button.tsx";
import { formatMonth } from "../../lib/format/date.ts";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";
import { Amount, SignedAmount } from "./amount.tsx";
import styles from "./records.module.css";
import { Statement } from "./statement.tsx";
import { useRecordsState } from "./use-records-state.ts";
import { sideOf } from "./labels.ts";

/** Monthly bills; a month in the URL shows its statement. */
export const MonthsTab = () => {
  const [query] = useSearchParams();
  const month = query.get("month");
  return month === null ? <Months /> : <Statement month={month} />;
};

const Months = () => {
  const { page, setPage } = useRecordsState();
  const { data, error, reload } = useCall(billMonths, { query: { page, size: recordsPageSize } });
  useLive(deposits, reload);
  return (
    <>
      <div className={styles.bar}>
        <p className="fh-muted">Months are in UTC. Usage is booked after each full hour.</p>
        <CsvButton spec={exportMonths} name={datedName("monthly-bills")} title="All months, with exact amounts" />
      </div>
      <DataTable<MonthlyBill>
        label="Monthly bills"
        columns={columns}
        rows={data?.items}
        rowKey={({ month }) => month}
        rowHref={({ month }) => `?month=${month}`}
        skeletonRows={3}
        empty={
          <Empty
            icon="history"
            title={messages.noData}
            text="Your first bill appears here after the first credit or debit."
          />
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <Pagination page={page} pageSize={recordsPageSize} total={data?.total ?? 0} onPage={setPage} />
    </>
  );
};

const Side = ({ bill, isIn }: { readonly bill: MonthlyBill; readonly isIn: boolean }) => {
  const { sum, details } = sideOf(bill, isIn);
  return <TwoLines first={<SignedAmount land={sum} />} second={details && <span title={details}>{details}</span>} />;
};

const columns: readonly Column<MonthlyBill>[] = [
  { key: "month", title: "Month", cell: ({ month }) => formatMonth(month) },
  { key: "opening", title: "Opening balance", cell: ({ opening }) => <Amount land={opening} />, width: "16%" },
  { key: "in", title: "Credits", cell: (bill) => <Side bill={bill} isIn />, width: "22%" },
  { key: "out", title: "Debits", cell: (bill) => <Side bill={bill} isIn={false} />, width: "28%" },
  {
    key: "closing",
    title: "Closing balance",
    cell: ({ closing }) => <Amount land={closing} />,
    width: "14%",
    align: "end",
  },
];
