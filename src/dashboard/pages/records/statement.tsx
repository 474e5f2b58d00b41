import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { billStatement, exportStatement, type Transaction } from "../../../../resources/billing/record-calls.ts";
import { messages } from "../../../../resources/messages.ts";
import { records } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { CsvButton } from "../../framework/widgets/csv-button.tsx";
import { formatMonth } from "../../lib/format/date.ts";
import { countOf } from "../../lib/format/count.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Amount, SignedAmount } from "./amount.tsx";
import styles from "./records.module.css";
import { transactionColumns } from "./transaction-columns.tsx";
import { isThisMonth, partsOf } from "./words.ts";

/** All that moved in a month, from one balance to the other. The month is as "2026-11". */
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
          <h2>Statement of {formatMonth(month)}</h2>
        </div>
        <CsvButton
          spec={exportStatement}
          query={{ month }}
          name={`statement-${month}`}
          title="Every line of the month, each amount in full"
        />
      </div>
      <Card
        title="From balance to balance"
        text={
          isOpen
            ? "The month goes on: this is what was booked until now."
            : "Each amount to its last digit is in the file."
        }
      >
        {data ? (
          <DescriptionList
            facts={[
              { label: "At the beginning", value: <Amount land={data.bill.opening} /> },
              ...partsOf(data.bill).map(({ label, amount }) => ({ label, value: <SignedAmount land={amount} /> })),
              { label: isOpen ? "Now" : "At the end", value: <Amount land={data.bill.closing} /> },
            ]}
          />
        ) : (
          <Skeleton />
        )}
      </Card>
      <Card title={data ? countOf(data.items.length, "line") : "Lines"} flush>
        <DataTable<Transaction>
          label={`Statement of ${formatMonth(month)}`}
          columns={transactionColumns}
          rows={data?.items}
          rowKey={({ id }) => id}
          empty={<Empty icon="history" title={messages.noData} text="The balance did not move in this month." />}
        />
      </Card>
    </div>
  );
};
