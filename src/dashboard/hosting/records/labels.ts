/** Labels of balance movements and monthly bills. */
import { formatDollars } from "../../../../resources/money.ts";
import type { MonthlyBill, Transaction } from "../../../../resources/billing/record-calls.ts";
import { partsOf } from "../../billing/flows/bills/bill-parts.ts";
import { formatMoment, formatTime } from "../../lib/format/date.ts";
import { nameOfResource } from "../../framework/cost/usage-tiles.ts";

const hourSeconds = 3600;

interface TransactionLabels {
  readonly first: string;
  readonly second: string;
}

/** Returns the description of a movement, with details on a second line. */
export const labelsOf = (item: Transaction): TransactionLabels => {
  const { first, second } = baseLabels(item);
  const owed = BigInt(item.owed) > 0n ? `${formatDollars(item.owed)} owed` : "";
  return { first, second: [second, owed].filter(Boolean).join(" · ") };
};

/** Like `labelsOf`, but marks movements of a merged account. */
export const markedLabelsOf = (item: Transaction): TransactionLabels => {
  const { first, second } = labelsOf(item);
  return { first, second: [item.merged && "Merged account", second].filter(Boolean).join(" · ") };
};

const baseLabels = ({ type, resourceType, hour, network = "", reason }: Transaction) => {
  switch (type) {
    case "DEPOSIT":
      return { first: "Deposit", second: network };
    case "TAKEN_BACK":
      return { first: "Deposit reversed", second: network };
    case "GIVEN":
      return { first: reason, second: "Bonus or voucher" };
    case "CORRECTION":
      return { first: "Correction", second: reason };
    case "REPAID":
      return { first: "Debt repaid", second: "" };
    case "MERGED":
      return { first: reason, second: "" };
    case "USAGE":
      if (resourceType === undefined || resourceType === "RAAS") return { first: reason, second: "" };
      return { first: nameOfResource(resourceType), second: hour ? sayHour(hour) : "" };
  }
};

/** Formats an hour: "21 Nov 2026, 13:00 – 14:00". */
export const sayHour = (seconds: number): string =>
  `${formatMoment(seconds).slice(0, -3)} – ${formatTime(seconds + hourSeconds).slice(0, -3)}`;

/** Reports whether the month is the current one, in UTC. */
export const isThisMonth = (month: string, nowMs = Date.now()): boolean =>
  month === new Date(nowMs).toISOString().slice(0, 7);

/** Returns the total of credits or debits, with its parts as text. */
export const sideOf = (bill: MonthlyBill, isIn: boolean): { readonly sum: bigint; readonly details: string } => {
  const parts = partsOf(bill).filter(({ amount }) => amount > 0n === isIn);
  return {
    sum: parts.reduce((sum, { amount }) => sum + amount, 0n),
    details: parts.map(({ label, amount }) => `${label} ${formatDollars(amount < 0n ? -amount : amount)}`).join(" · "),
  };
};
