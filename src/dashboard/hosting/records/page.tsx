import { useState } from "react";
import { Money } from "../../ui/panels/money.tsx";
import { useSearchParams } from "react-router";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import {
  exportDeposits,
  exportMonths,
  exportTransactions,
  type MonthlyBill,
  months,
  transactions,
  billStatement,
  exportStatement,
} from "../../../../resources/billing/record-calls.ts";
import type { Like } from "../../../../resources/declare/define.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { deposit, receipt, records } from "../../../../resources/pages.ts";
import { DateRangeSelector } from "../../framework/forms/date-range.tsx";
import { type Cells, RecordList } from "../../framework/pages/record-list.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { CsvButton, datedName } from "../../framework/widgets/csv-button.tsx";
import { formatMonth, formatMoment } from "../../lib/format/date.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Tabs } from "../../ui/page/tabs.tsx";
import { TwoLines } from "../../ui/panels/two-lines.tsx";
import { DepositHistory } from "../../billing/flows/deposits/deposit-history.tsx";
import { partsOf } from "../../billing/flows/bills/bill-parts.ts";
import { sideOf, isThisMonth, labelsOf, markedLabelsOf } from "./labels.ts";
import styles from "./records.module.css";
import { tabParameters, useRecordsState } from "./use-records-state.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { countOf } from "../../lib/format/count.ts";
import { Card } from "../../ui/panels/card.tsx";
import { DescriptionList } from "../../ui/panels/description-list.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";

/** /billing/records: transactions of the team's balance. */
export const Component = () => (
  <>
    <PageHeader
      title={records.title}
      text="Credits and debits of your team's balance."
      actions={
        useAllows()("show", deposit.name) && (
          <LinkButton kind="primary" icon="plus" to={deposit.path}>
            Deposit
          </LinkButton>
        )
      }
    />
    <Tabs
      label="LAND records"
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
  const [isEmpty, setEmpty] = useState<boolean>();
  return (
    <>
      <FilterBar
        isShown={!isEmpty || state.isFiltered}
        state={state}
        spec={exportTransactions}
        fileName="transactions"
        title="Filtered transactions with exact amounts, up to 50,000"
      />
      <RecordList
        resource={transactions}
        cells={transactionCells}
        only={state.only}
        onEmpty={setEmpty}
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
  const [isEmpty, setEmpty] = useState<boolean>();
  return (
    <>
      <FilterBar
        isShown={!isEmpty || state.isFiltered}
        state={state}
        spec={exportDeposits}
        fileName="deposits"
        title="Filtered deposits with exact amounts, up to 50,000"
      />
      <DepositHistory
        only={state.only}
        onEmpty={setEmpty}
        emptyHint={state.isFiltered ? "No deposits in this period. Choose another period." : deposits.list.empty.text}
      />
    </>
  );
};

interface FilterBarProps {
  /** False above an empty list. */
  readonly isShown: boolean;
  readonly state: ReturnType<typeof useRecordsState>;
  /** Exports a period as a file. */
  readonly spec: Like<typeof exportTransactions>;
  readonly fileName: string;
  readonly title: string;
}

/** Period and export. */
const FilterBar = ({ isShown, state, spec, fileName, title }: FilterBarProps) =>
  isShown && (
    <div className={styles.bar}>
      <DateRangeSelector label="Time" value={state.range} onChange={state.setRange} onClear={() => state.setRange()} />
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
  return <TwoLines first={<Money signed land={sum} />} second={details && <span title={details}>{details}</span>} />;
};

const cells: Cells<typeof months> = {
  month: ({ month }) => formatMonth(month),
  deposits: (bill) => <Side bill={bill} isIn />,
  spent: (bill) => <Side bill={bill} isIn={false} />,
};

/** A month's statement. The month is like "2026-11". */
const Statement = ({ month }: { readonly month: string }) => {
  const { data, error, reload } = useCall(billStatement, { query: { month } });
  useLive(deposits, reload);
  if (error && !data)
    return (
      <ErrorState
        message={error.message}
        onRetry={reload}
        action={<LinkButton to={records.path}>All months</LinkButton>}
      />
    );
  const isOpen = isThisMonth(month);
  return (
    <div className="fh-stack">
      <div className={styles.bar}>
        <div className={styles.head}>
          <LinkButton to={records.path} icon="arrow-left" size="small">
            All months
          </LinkButton>
          <h2>Statement for {formatMonth(month)}</h2>
        </div>
        <div className="fh-row">
          <LinkButton to={pageHref(receipt, { kind: "statement", id: month })}>Print statement</LinkButton>
          <CsvButton
            spec={exportStatement}
            query={{ month }}
            name={`statement-${month}`}
            title="All lines of the month, with exact amounts"
          />
        </div>
      </div>
      <Card
        title="Summary"
        text={isOpen ? "Usage billed so far this month." : "Export the statement for exact amounts."}
      >
        {data ? (
          <DescriptionList
            facts={[
              { label: "Opening balance", value: <Money land={data.bill.opening} /> },
              ...partsOf(data.bill).map(({ label, amount }) => ({ label, value: <Money signed land={amount} /> })),
              { label: isOpen ? "Current balance" : "Closing balance", value: <Money land={data.bill.closing} /> },
            ]}
          />
        ) : (
          <Skeleton />
        )}
      </Card>
      <Card title={data ? countOf(data.items.length, "line") : "Transactions"} flush>
        <RecordList
          resource={transactions}
          label={`Statement for ${formatMonth(month)}`}
          cells={transactionCells}
          rows={data?.items}
          emptyHint="No transactions in this month."
          isLocal
        />
      </Card>
      {data?.merged && (
        <Card
          title={`Merged account: ${countOf(data.merged.items.length, "line")}`}
          text="Transactions of the account merged into yours. The bill above contains only the transfer."
          flush
        >
          <RecordList
            resource={transactions}
            label={`Statement of the merged account, ${formatMonth(month)}`}
            cells={mergedCells}
            rows={data.merged.items}
            emptyHint="No transactions in this month."
            isLocal
          />
        </Card>
      )}
    </div>
  );
};

const cellsWith = (labels: typeof labelsOf): Cells<typeof transactions> => ({
  reason: (item) => {
    const { first, second } = labels(item);
    return (
      <TwoLines first={<span title={first}>{first}</span>} second={second && <span title={second}>{second}</span>} />
    );
  },
  createdAt: ({ createdAt }) => formatMoment(createdAt),
  amount: ({ amount }) => <Money signed land={amount} />,
});

/** For lists that include a merged account. */
const transactionCells = cellsWith(markedLabelsOf);
const mergedCells = cellsWith(labelsOf);
