/** What people read of movements of the balance. */
import type { MonthlyBill, Transaction } from "../../../../resources/billing/record-calls.ts";
import type { BilledResource } from "../../../../resources/billing/records.ts";
import { formatMoment, formatTime } from "../../lib/format/date.ts";
import { formatLand } from "../../lib/format/land.ts";
import { nameOfResource } from "../overview/usage-tiles.ts";

const hourSeconds = 3600;

/** What it was, and more of it on a quieter line. */
export const wordsOf = (item: Transaction): { readonly first: string; readonly second: string } => {
  const { first, second } = plainWords(item);
  const owed = BigInt(item.owed) > 0n ? `${formatLand(item.owed)} LAND of it is owed` : "";
  return { first, second: [second, owed].filter(Boolean).join(" · ") };
};

const plainWords = ({ type, resourceType, hour, network = "", reason }: Transaction) => {
  switch (type) {
    case "DEPOSIT":
      return { first: "Deposit", second: network };
    case "TAKEN_BACK":
      return { first: "Deposit taken back", second: network };
    case "GIVEN":
      return { first: reason, second: "Given by the cloud" };
    case "CORRECTION":
      return { first: "Correction", second: reason };
    case "REPAID":
      return { first: "Paid what was owed", second: "" };
    case "USAGE":
      if (resourceType === undefined || resourceType === "RAAS") return { first: reason, second: "" };
      return { first: nameOfResource(resourceType), second: hour ? sayHour(hour) : "" };
  }
};

/** "21 Nov 2026, 13:00 – 14:00" */
export const sayHour = (seconds: number): string =>
  `${formatMoment(seconds).slice(0, -3)} – ${formatTime(seconds + hourSeconds).slice(0, -3)}`;

/** Whether the month, in UTC, still goes on. */
export const isThisMonth = (month: string, nowMs = Date.now()): boolean =>
  month === new Date(nowMs).toISOString().slice(0, 7);

/** "+5 M", "−0.83" */
export const formatSigned = (amount: string): string => {
  const value = BigInt(amount);
  if (value === 0n) return "0";
  return value > 0n ? `+${formatLand(value)}` : `−${formatLand(-value)}`;
};

interface Part {
  readonly label: string;
  /** ×1e18, below zero for what went. */
  readonly amount: bigint;
}

/** What came and went in a month, without what did not happen; all of it adds up to the difference of its balances. */
export const partsOf = (bill: MonthlyBill): Part[] =>
  [
    { label: "Deposits", amount: BigInt(bill.deposits) },
    { label: "Given by the cloud", amount: BigInt(bill.given) },
    { label: "Corrections", amount: BigInt(bill.corrected) },
    { label: "Deposits taken back", amount: -BigInt(bill.takenBack) },
    ...bill.spent.map(({ resourceType, land }) => ({
      label: spentOn(resourceType),
      amount: -BigInt(land),
    })),
    { label: "Paid of what was owed", amount: -BigInt(bill.repaid) },
  ].filter(({ amount }) => amount !== 0n);

const spentOn = (resource: BilledResource | null): string => {
  if (resource === null) return "Other use";
  return resource === "RAAS" ? "Rollups" : nameOfResource(resource);
};

/** The sum of what came or what went, and its parts in words. */
export const sideOf = (bill: MonthlyBill, isIn: boolean): { readonly sum: bigint; readonly words: string } => {
  const parts = partsOf(bill).filter(({ amount }) => amount > 0n === isIn);
  return {
    sum: parts.reduce((sum, { amount }) => sum + amount, 0n),
    words: parts.map(({ label, amount }) => `${label} ${formatLand(amount < 0n ? -amount : amount)}`).join(" · "),
  };
};
