/** What receipts say of deposits, purchases and months. */
import type { DepositRecord } from "../../../../resources/billing/deposit-history.ts";
import type { PurchaseRecord } from "../../../../resources/billing/purchases.ts";
import type { MonthlyBill } from "../../../../resources/billing/record-calls.ts";
import { grouped, toShort } from "../../../../resources/decimal.ts";
import { formatMoneyInFull, landUnit } from "../../../../resources/money.ts";
import { formatAmount } from "../../framework/cost/usage-tiles.ts";
import { formatDay } from "../../lib/format/date.ts";
import { partsOf } from "../flows/bills/bill-parts.ts";
import { sold } from "../flows/purchase/selection.ts";

export interface ReceiptLine {
  readonly label: string;
  readonly amount: string;
}

export interface ReceiptFact {
  readonly label: string;
  readonly value: string;
}

const paidIn = (amount: string, coin: string): string => `${grouped(toShort(BigInt(amount), landUnit, 18))} ${coin}`;

/** The payment of a deposit: the coin, its chain and the transaction. */
export const depositFacts = (record: DepositRecord): ReceiptFact[] => [
  { label: "Paid", value: paidIn(record.originalValue, record.amountType) },
  { label: "Chain", value: record.network },
  { label: "Transaction", value: record.txHash },
];

/** The resource that a purchase granted, and its payment. The coin is the chain's own. */
export const purchaseFacts = (record: PurchaseRecord): { readonly what: string; readonly facts: ReceiptFact[] } => {
  const amount = `${sold[record.resourceType].title}, ${formatAmount(record.resourceType, Number(record.size))}`;
  return {
    what: record.until === null ? amount : `${amount}, until ${formatDay(record.until)}`,
    facts: [
      { label: "Chain", value: record.network },
      { label: "Transaction", value: record.txHash },
    ],
  };
};

/** A month's opening balance and its credits and debits, which add up to the closing balance. */
export const statementLines = (bill: MonthlyBill): ReceiptLine[] => [
  { label: "Opening balance", amount: formatMoneyInFull(bill.opening) },
  ...partsOf(bill).map(({ label, amount }) => ({ label, amount: formatMoneyInFull(amount) })),
];
