import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { billStatement, exportStatement, transactions } from "../../../../resources/billing/record-calls.ts";
import { records } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { RecordList, type Cells } from "../../framework/pages/record-list.tsx";
import { CsvButton } from "../../framework/widgets/csv-button.tsx";
import { formatMoment, formatMonth } from "../../lib/format/date.ts";
import { countOf } from "../../lib/format/count.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";
import { Amount, SignedAmount } from "./amount.tsx";
import styles from "./records.module.css";
import { isThisMonth, labelsOf, markedLabelsOf, partsOf } from "./labels.ts";

/** A month's statement. The month is like "2026-11". */
export const Statement = ({ month }: { readonly month: string }) => {
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
        <CsvButton
          spec={exportStatement}
          query={{ month }}
          name={`statement-${month}`}
          title="All lines of the month, with exact amounts"
        />
      </div>
      <Card
        title="Summary"
        text={isOpen ? "Usage billed so far this month." : "Export the statement for exact amounts."}
      >
        {data ? (
          <DescriptionList
            facts={[
              { label: "Opening balance", value: <Amount land={data.bill.opening} /> },
              ...partsOf(data.bill).map(({ label, amount }) => ({ label, value: <SignedAmount land={amount} /> })),
              { label: isOpen ? "Current balance" : "Closing balance", value: <Amount land={data.bill.closing} /> },
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
  amount: ({ amount }) => <SignedAmount land={amount} />,
  balance: ({ balance }) => <Amount land={balance} />,
});

/** For lists that include a merged account. */
export const transactionCells = cellsWith(markedLabelsOf);
const mergedCells = cellsWith(labelsOf);
