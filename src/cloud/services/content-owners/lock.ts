import { sql } from "kysely";
import type { Trx } from "../../engines/database/database.ts";

/** Advisory lock for adding and removing deployments' references to roots. */
const rootsLock = 4_040_007;

/**
 * Locks deployments' references to roots until the transaction ends. Roots are only deleted while no deployment is
 * publishing, so no deployment loses files it has already checked.
 */
export const lockRoots = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${rootsLock})`.execute(trx);
};
