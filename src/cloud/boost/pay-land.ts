/** LAND payments of nodes: from the balance of the user's own team to Freehold's revenue. */
import { landUnit } from "../../../resources/money.ts";
import { AppError } from "../kernel/app-error.ts";
import type { Trx } from "../engines/database/database.ts";
import type { Ledger } from "../billing/ledger/ledger.ts";

export interface LandPayment {
  /** A UUID that makes the payment idempotent. */
  readonly id: string;
  /** The user's own team. */
  readonly teamId: string;
  /** Whole LAND. */
  readonly land: bigint;
  /** Description on the statement: "storage stage", "2 protect cards". */
  readonly what: string;
  readonly nodeId: string;
}

/** Throws INSUFFICIENT_LAND. */
export const payLand = async (ledger: Pick<Ledger, "post">, trx: Trx, payment: LandPayment): Promise<void> => {
  const { id, teamId, land, what, nodeId } = payment;
  if (land <= 0n) throw new AppError("INVALID_INPUT");
  await ledger.post(trx, {
    id,
    from: { teamId, unit: "LAND" },
    to: { system: "revenue", unit: "LAND" },
    amount: land * landUnit,
    reason: `Boost: ${what}`,
    ref: { nodeId },
  });
};
