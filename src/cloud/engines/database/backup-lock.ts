/** Keeps files that a running back-up still has to copy. */
import { sql } from "kysely";
import type { Db } from "./database.ts";

/** Held alone by a back-up, shared by those who delete files that the database knew. */
export const backupLockKey = 7_012_026;

/**
 * Runs `remove` unless a back-up is running, which then waits for it to end; returns whether it ran. A file left lying for this reason
 * must be found by a later sweep.
 */
export const removeUnlessBackup = (db: Db, remove: () => Promise<void>): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const lock = sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock_shared(${backupLockKey}) as "isFree"`;
    const { rows } = await lock.execute(trx);
    if (!rows[0]?.isFree) return false;
    await remove();
    return true;
  });
