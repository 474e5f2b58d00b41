import { sql } from "kysely";
import type { Trx } from "../../engines/database/database.ts";

/** Number of the advisory lock under which roots become, or cease to be, referred to by deployments. */
const rootsLock = 4_040_007;

/**
 * Held until the transaction ends by whoever starts to publish, publishes or forgets a root. A root is only forgotten while no
 * deployment publishes, so none finds its files known at first and gone at last.
 */
export const lockRoots = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${rootsLock})`.execute(trx);
};
