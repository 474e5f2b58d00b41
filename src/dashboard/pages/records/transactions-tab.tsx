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

/** Every movement of the balance, the newest first. */
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
        title="What is chosen, 50,000 lines at most, each amount in full"
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
              state.isNarrowed
                ? "The balance did not move in this time. Choose another one."
                : "Deposits stand here, and once an hour what was used of each resource."
            }
          />
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <Pagination page={state.page} pageSize={state.paged.size} total={data?.total ?? 0} onPage={state.setPage} />
    </>
  );
};
