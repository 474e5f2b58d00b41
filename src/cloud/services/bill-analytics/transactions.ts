/** Movements of the balance as they travel. */
import type { Transaction } from "../../../../resources/billing/record-calls.ts";
import { billedResources, type BilledResource, type TransactionType } from "../../../../resources/billing/records.ts";
import type { Movement } from "../../ledger/movements.ts";
import { networkName } from "../deposits/service.ts";

/** By where it came from or went, which no text of anybody's changes. */
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
} as const satisfies Partial<Record<Movement["other"], TransactionType>>;

export const presentMovement = (movement: Movement): Transaction => {
  const { id, at, reason, amount, balance, owed, ref } = movement;
  const { resource, hour, network, transaction } = ref;
  return {
    id,
    createdAt: Math.floor(at.getTime() / 1000),
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

/** Whether that is a resource, of all that may have been paid for. */
export const isBilled = (name: unknown): name is BilledResource => billedResources.includes(name as BilledResource);
