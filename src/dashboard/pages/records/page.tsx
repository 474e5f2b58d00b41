import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { exportDeposits, exportTransactions, transactions } from "../../../../resources/billing/record-calls.ts";
import { deposit, records } from "../../../../resources/pages.ts";
import { RecordList } from "../../framework/pages/record-list.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { DepositHistory } from "../deposit/deposit-history.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { MonthsTab } from "./months-tab.tsx";
import { transactionCells } from "./statement.tsx";
import { tabParameters, useRecordsState } from "./use-records-state.ts";

/** /billing/records: transactions of the team's balance. */
export const Component = () => (
  <>
    <PageHeader
      title={records.title}
      text="Credits and debits of your team's LAND balance."
      actions={
        useAllows()("show", deposit.name) && (
          <LinkButton kind="primary" icon="plus" to={deposit.path}>
            Deposit
          </LinkButton>
        )
      }
    />
    <Tabs
      label="Transactions"
      forgets={tabParameters}
      tabs={[
        { label: "Monthly bill", content: <MonthsTab /> },
        { label: "Hourly transactions", content: <Transactions /> },
        { label: "Deposit history", content: <Deposits /> },
      ]}
    />
  </>
);

/** Every movement of the balance, newest first. */
const Transactions = () => {
  const state = useRecordsState();
  return (
    <>
      <FilterBar
        state={state}
        spec={exportTransactions}
        fileName="transactions"
        title="Filtered transactions with exact amounts, up to 50,000"
      />
      <RecordList
        resource={transactions}
        cells={transactionCells}
        only={state.only}
        emptyHint={
          state.isFiltered ? "No transactions in this period. Choose another period." : transactions.list.empty.text
        }
      />
    </>
  );
};

/** Deposits, including pending ones. */
const Deposits = () => {
  const state = useRecordsState();
  return (
    <>
      <FilterBar
        state={state}
        spec={exportDeposits}
        fileName="deposits"
        title="Filtered deposits with exact amounts, up to 50,000"
      />
      <DepositHistory
        only={state.only}
        emptyHint={state.isFiltered ? "No deposits in this period. Choose another period." : deposits.list.empty.text}
      />
    </>
  );
};
