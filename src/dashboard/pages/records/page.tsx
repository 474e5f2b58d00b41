import { useSearchParams } from "react-router";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import {
  exportDeposits,
  exportMonths,
  exportTransactions,
  type MonthlyBill,
  months,
  transactions,
} from "../../../../resources/billing/record-calls.ts";
import type { Like } from "../../../../resources/define.ts";
import { deposit, records } from "../../../../resources/pages.ts";
import { DateRangeSelector } from "../../framework/forms/date-range.tsx";
import { type Cells, RecordList } from "../../framework/pages/record-list.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { CsvButton, datedName } from "../../framework/widgets/csv-button.tsx";
import { formatMonth } from "../../lib/format/date.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";
import { DepositHistory } from "../deposit/deposit-history.tsx";
import { Amount, SignedAmount } from "./amount.tsx";
import { sideOf } from "./labels.ts";
import styles from "./records.module.css";
import { Statement, transactionCells } from "./statement.tsx";
import { presets, tabParameters, useRecordsState } from "./use-records-state.ts";

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

interface FilterBarProps {
  readonly state: ReturnType<typeof useRecordsState>;
  /** Exports a period as a file. */
  readonly spec: Like<typeof exportTransactions>;
  readonly fileName: string;
  readonly title: string;
}

/** Period and export. */
const FilterBar = ({ state, spec, fileName, title }: FilterBarProps) => (
  <div className={styles.bar}>
    <DateRangeSelector label="Time" presets={presets} value={state.range} onChange={state.setRange} />
    <CsvButton spec={spec} query={state.span} name={datedName(fileName)} title={title} />
  </div>
);

/** Monthly bills; a month in the URL shows its statement. */
const MonthsTab = () => {
  const [query] = useSearchParams();
  const month = query.get("month");
  return month === null ? <Months /> : <Statement month={month} />;
};

const Months = () => (
  <>
    <div className={styles.bar}>
      <p className="fh-muted">Months are in UTC. Usage is booked after each full hour.</p>
      <CsvButton spec={exportMonths} name={datedName("monthly-bills")} title="All months, with exact amounts" />
    </div>
    <RecordList resource={months} cells={cells} rowHref={({ month }) => `?month=${month}`} />
  </>
);

const Side = ({ bill, isIn }: { readonly bill: MonthlyBill; readonly isIn: boolean }) => {
  const { sum, details } = sideOf(bill, isIn);
  return <TwoLines first={<SignedAmount land={sum} />} second={details && <span title={details}>{details}</span>} />;
};

const cells: Cells<typeof months> = {
  month: ({ month }) => formatMonth(month),
  opening: ({ opening }) => <Amount land={opening} />,
  deposits: (bill) => <Side bill={bill} isIn />,
  spent: (bill) => <Side bill={bill} isIn={false} />,
  closing: ({ closing }) => <Amount land={closing} />,
};
