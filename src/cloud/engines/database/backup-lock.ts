/** Keeps files that a running backup still has to copy. */
import { sql } from "kysely";
import type { Db } from "./database.ts";

/** A backup holds it exclusively. Deleting files of the database holds it shared. */
export const backupLockKey = 7_012_026;

/**
 * Runs `remove` unless a backup is running, which then waits for it to end; returns whether it ran. A file left lying for this reason
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
