import type { Transaction } from "../../../../resources/billing/record-calls.ts";
import { formatMoment } from "../../lib/format/date.ts";
import type { Column } from "../../ui/data-table-types.ts";
import { TwoLines } from "../../ui/two-lines.tsx";
import { Amount, SignedAmount } from "./amount.tsx";
import { markedLabelsOf, labelsOf } from "./labels.ts";

const Description = ({ first, second }: ReturnType<typeof labelsOf>) => (
  <TwoLines first={<span title={first}>{first}</span>} second={second && <span title={second}>{second}</span>} />
);

/** Columns: description, booking time, amount and balance. */
const columnsWith = (labels: typeof labelsOf): readonly Column<Transaction>[] => [
  { key: "what", title: "Description", cell: (item) => <Description {...labels(item)} /> },
  {
    key: "createdAt",
    title: "Booked",
    width: "24%",
    cell: ({ createdAt }) => formatMoment(createdAt),
  },
  { key: "amount", title: "LAND", width: "130px", align: "end", cell: ({ amount }) => <SignedAmount land={amount} /> },
  { key: "balance", title: "Balance", width: "130px", align: "end", cell: ({ balance }) => <Amount land={balance} /> },
];

/** Columns for lists that include a merged account. */
export const transactionColumns = columnsWith(markedLabelsOf);
/** Columns for the merged account. */
export const mergedColumns = columnsWith(labelsOf);
