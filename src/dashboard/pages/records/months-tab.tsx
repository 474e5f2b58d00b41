import { useSearchParams } from "react-router";
import { exportMonths, months, type MonthlyBill } from "../../../../resources/billing/record-calls.ts";
import { RecordList, type Cells } from "../../framework/pages/record-list.tsx";
import { CsvButton, datedName } from "../../framework/widgets/csv-button.tsx";
import { formatMonth } from "../../lib/format/date.ts";
import { TwoLines } from "../../ui/two-lines.tsx";
import { Amount, SignedAmount } from "./amount.tsx";
import styles from "./records.module.css";
import { Statement } from "./statement.tsx";
import { sideOf } from "./labels.ts";

/** Monthly bills; a month in the URL shows its statement. */
export const MonthsTab = () => {
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
