import type { Transaction } from "../../../../resources/billing/record-calls.ts";
import { formatMoment } from "../../lib/format/date.ts";
import type { Column } from "../../ui/data-table-types.ts";
import { TwoLines } from "../../ui/two-lines.tsx";
import { Amount, SignedAmount } from "./amount.tsx";
import { wordsOf } from "./words.ts";

const What = (item: Transaction) => {
  const { first, second } = wordsOf(item);
  return (
    <TwoLines first={<span title={first}>{first}</span>} second={second && <span title={second}>{second}</span>} />
  );
};

/** What it was, when it was booked, how much it was, and what was left. */
export const transactionColumns: readonly Column<Transaction>[] = [
  { key: "what", title: "What", cell: (item) => <What {...item} /> },
  {
    key: "createdAt",
    title: "Booked",
    width: "24%",
    cell: ({ createdAt }) => formatMoment(createdAt),
  },
  { key: "amount", title: "LAND", width: "130px", align: "end", cell: ({ amount }) => <SignedAmount land={amount} /> },
  { key: "balance", title: "Balance", width: "130px", align: "end", cell: ({ balance }) => <Amount land={balance} /> },
];
