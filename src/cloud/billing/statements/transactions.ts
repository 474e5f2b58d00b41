/** Movements of the balance on the wire. */
import type { Transaction } from "../../../../resources/billing/record-calls.ts";
import { billedResources, type BilledResource, type TransactionType } from "../../../../resources/billing/records.ts";
import type { Movement } from "../ledger/movements.ts";
import { networkName } from "../deposits/service.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

/** Classified by source and destination accounts. */
export const typeOf = ({ other, isIn }: Pick<Movement, "other" | "isIn">): TransactionType => {
  if (other === "world" || other === "suspense") return isIn ? "DEPOSIT" : "TAKEN_BACK";
  return others[other];
};

const others = {
  bonus: "GIVEN",
  voucher: "GIVEN",
  adjustment: "CORRECTION",
  revenue: "USAGE",
  debt: "REPAID",
  team: "MERGED",
} as const satisfies Partial<Record<Movement["other"], TransactionType>>;

export const presentMovement = (movement: Movement): Transaction => {
  const { id, at, reason, amount, balance, owed, ref, isMerged } = movement;
  const { resource, hour, network, transaction } = ref;
  return {
    // Both lines of a merge have one id.
    id: isMerged ? `merged-${id}` : id,
    ...(isMerged && { merged: true as const }),
    createdAt: secondsOf(at),
    type: typeOf(movement),
    ...(isBilled(resource) && { resourceType: resource }),
    ...(typeof hour === "number" && { hour }),
    ...(typeof network === "string" && { network: networkName(network) }),
    ...(typeof transaction === "string" && { txHash: transaction }),
    reason,
    amount: amount.toString(),
    balance: balance.toString(),
    owed: owed.toString(),
  };
};

/** Whether it is a resource. */
export const isBilled = (name: unknown): name is BilledResource => billedResources.includes(name as BilledResource);
