import { sql } from "kysely";
import type { Trx } from "../../engines/database/database.ts";

/** Number of the advisory lock under which roots become, or cease to be, referred to by deployments. */
const rootsLock = 4_040_007;

/**
 * Held until the transaction ends by any transaction that starts to publish, publishes or forgets a root. Roots are
 * only forgotten while no deployment publishes, so no deployment loses files it has already checked.
 */
export const lockRoots = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${rootsLock})`.execute(trx);
};
