import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { billTransactions, exportTransactions, type Transaction } from "../../../../resources/billing/record-calls.ts";
import { messages } from "../../../../resources/messages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { transactionColumns } from "./transaction-columns.tsx";
import { useRecordsState } from "./use-records-state.ts";

/** Every movement of the balance, newest first. */
export const TransactionsTab = () => {
  const state = useRecordsState();
  const { data, error, reload } = useCall(billTransactions, { query: state.paged });
  useLive(deposits, reload);
  return (
    <>
      <FilterBar
        state={state}
        spec={exportTransactions}
        fileName="transactions"
        title="Filtered transactions with exact amounts, up to 50,000"
      />
      <DataTable<Transaction>
        label="Hourly transactions"
        columns={transactionColumns}
        rows={data?.items}
        rowKey={({ id }) => id}
        empty={
          <Empty
            icon="history"
            title={messages.noData}
            text={
              state.isFiltered
                ? "No transactions in this period. Choose another period."
                : "Deposits and hourly usage appear here."
            }
          />
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <Pagination page={state.page} pageSize={state.paged.size} total={data?.total ?? 0} onPage={state.setPage} />
    </>
  );
};
