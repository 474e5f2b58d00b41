import type { MonthlyBill } from "../../../../../resources/billing/record-calls.ts";
import type { BilledResource } from "../../../../../resources/billing/records.ts";
import { nameOfResource } from "../../../framework/cost/usage-tiles.ts";

interface Part {
  readonly label: string;
  /** ×1e18, negative for debits. */
  readonly amount: bigint;
}

/** Returns a month's credits and debits without zero amounts. They add up to the balance change. */
export const partsOf = (bill: MonthlyBill): Part[] =>
  [
    { label: "Deposits", amount: BigInt(bill.deposits) },
    { label: "Bonuses and vouchers", amount: BigInt(bill.given) },
    { label: "Corrections", amount: BigInt(bill.corrected) },
    { label: "Merged account", amount: BigInt(bill.merged) },
    { label: "Deposits reversed", amount: -BigInt(bill.takenBack) },
    ...bill.spent.map(({ resourceType, land }) => ({
      label: spentOn(resourceType),
      amount: -BigInt(land),
    })),
    { label: "Debt repaid", amount: -BigInt(bill.repaid) },
  ].filter(({ amount }) => amount !== 0n);

const spentOn = (resource: BilledResource | null): string => {
  if (resource === null) return "Other usage";
  return resource === "RAAS" ? "Rollups" : nameOfResource(resource);
};
