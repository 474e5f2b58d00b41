/** What can be bought, in the units people think in. */
import type { PurchaseType } from "../../../../resources/contracts.ts";
import type { Wish } from "../../chains/evm/purchase.ts";

interface Sold {
  readonly title: string;
  readonly text: string;
  /** One of what is typed: "GB". */
  readonly unit: string;
  /** Bytes or seconds of one. */
  readonly size: bigint;
  /** What is typed at first. */
  readonly first: string;
}

const MiB = 1024n * 1024n;

export const sold: Readonly<Record<PurchaseType, Sold>> = {
  BUILD_TIME: { title: "Build time", text: "Kept until it is used.", unit: "minutes", size: 60n, first: "60" },
  TRAFFIC: { title: "Bandwidth", text: "Kept until it is used.", unit: "GB", size: 1024n * MiB, first: "10" },
  AR_STORAGE: { title: "Arweave storage", text: "Paid once, kept for good.", unit: "MB", size: MiB, first: "100" },
  IPFS_STORAGE: {
    title: "IPFS storage",
    text: "Until a day of your choice.",
    unit: "GB",
    size: 1024n * MiB,
    first: "5",
  },
};

/** "60 minutes of build time" */
export const wordsOf = (resource: PurchaseType, digits: string): string => {
  const { unit, title } = sold[resource];
  const name = resource === "BUILD_TIME" || resource === "TRAFFIC" ? title.toLowerCase() : title;
  return `${Number(digits || "0").toLocaleString("en-US")} ${unit} of ${name}`;
};

/** More of anything than nine digits is not bought at once. */
export const amountDigits = (typed: string): string => typed.replace(/\D/g, "").slice(0, 9);

interface Typed {
  readonly resource: PurchaseType;
  readonly digits: string;
  /** As a date field holds it: "2026-12-31". Of IPFS_STORAGE only. */
  readonly day: string;
}

/** undefined while something is missing. */
export const wishOf = ({ resource, digits, day }: Typed): Wish | undefined => {
  const amount = BigInt(digits || "0") * sold[resource].size;
  const until = resource === "IPFS_STORAGE" ? endOf(day) : 0n;
  return amount === 0n || until === undefined ? undefined : { resource, amount, until };
};

/** So many days from now, as a date field holds them. */
export const dayIn = (days: number, now = new Date()): string => {
  const then = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const parts = [then.getFullYear(), then.getMonth() + 1, then.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
};

/** Where the person is: the first second after the day. */
const endOf = (day: string): bigint | undefined => {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  return BigInt(Math.floor(new Date(year, month - 1, date + 1).getTime() / 1000));
};
