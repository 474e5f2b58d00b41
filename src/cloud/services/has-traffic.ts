import type { BilledService } from "../../../resources/billing/packages.ts";
import { AppError } from "../app-error.ts";
import type { Db } from "../engines/database/database.ts";
import type { Allowance } from "../ledger/allowance.ts";

/** Whether a team may still send something by a service. */
export const hasTraffic = async (
  db: Db,
  { ask }: Pick<Allowance, "ask">,
  teamId: string,
  service: BilledService,
): Promise<boolean> => {
  try {
    await ask(db, teamId, "TRAFFIC", 1, { service });
    return true;
  } catch (error) {
    if (error instanceof AppError && refusals.has(error.code)) return false;
    throw error;
  }
};

const refusals: ReadonlySet<string> = new Set(["ALLOWANCE_USED_UP", "SPEND_CAP_REACHED"]);
