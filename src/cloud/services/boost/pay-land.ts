/** What nodes pay for in LAND: from the balance of the person's own team, to what the cloud has earned. */
import { AppError } from "../../app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { Ledger } from "../../ledger/ledger.ts";

const unit = 10n ** 18n;

export interface LandPayment {
  /** A UUID: paid once under it. */
  readonly id: string;
  /** The person's own team. */
  readonly teamId: string;
  /** Whole LAND. */
  readonly land: bigint;
  /** What is paid for, in the words of the statement: "storage stage", "2 protect cards". */
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
    amount: land * unit,
    reason: `Boost: ${what}`,
    ref: { nodeId },
  });
};
