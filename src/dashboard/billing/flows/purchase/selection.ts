/** Resources for sale, in display units. */
import type { PurchaseType } from "../../../../../resources/chains/contracts.ts";
import type { PurchaseSelection } from "../../../chains/evm/purchase.ts";

interface Sold {
  readonly title: string;
  readonly text: string;
  /** Display unit: "GB". */
  readonly unit: string;
  /** Bytes or seconds of one unit. */
  readonly size: bigint;
  /** Initial amount. */
  readonly first: string;
}

const MiB = 1024n * 1024n;

export const sold: Readonly<Record<PurchaseType, Sold>> = {
  BUILD_TIME: { title: "Build time", text: "Never expires.", unit: "minutes", size: 60n, first: "60" },
  TRAFFIC: { title: "Traffic", text: "Never expires.", unit: "GB", size: 1024n * MiB, first: "10" },
  AR_STORAGE: { title: "Arweave storage", text: "Permanent storage.", unit: "MB", size: MiB, first: "100" },
  IPFS_STORAGE: {
    title: "IPFS storage",
    text: "Until a date you choose.",
    unit: "GB",
    size: 1024n * MiB,
    first: "5",
  },
};

/** Formats "60 minutes of build time". */
export const amountText = (resource: PurchaseType, digits: string): string => {
  const { unit, title } = sold[resource];
  const name = resource === "BUILD_TIME" || resource === "TRAFFIC" ? title.toLowerCase() : title;
  return `${Number(digits || "0").toLocaleString("en-US")} ${unit} of ${name}`;
};

/** Nine digits are the maximum of one purchase. */
export const amountDigits = (input: string): string => input.replace(/\D/g, "").slice(0, 9);

interface Typed {
  readonly resource: PurchaseType;
  readonly digits: string;
  /** Value of a date field: "2026-12-31". IPFS_STORAGE only. */
  readonly day: string;
}

/** undefined while incomplete. */
export const selectionOf = ({ resource, digits, day }: Typed): PurchaseSelection | undefined => {
  const amount = BigInt(digits || "0") * sold[resource].size;
  const until = resource === "IPFS_STORAGE" ? endOf(day) : 0n;
  return amount === 0n || until === undefined ? undefined : { resource, amount, until };
};

/** Returns the date so many days from now, as a date field's value. */
export const dayIn = (days: number, now = new Date()): string => {
  const target = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const parts = [target.getFullYear(), target.getMonth() + 1, target.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
};

/** Returns the first second after the day, in the user's time zone. */
const endOf = (day: string): bigint | undefined => {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  return BigInt(Math.floor(new Date(year, month - 1, date + 1).getTime() / 1000));
};
