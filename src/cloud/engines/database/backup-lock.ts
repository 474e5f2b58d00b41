/** Prevents the deletion of files that a running backup still has to copy. */
import { sql } from "kysely";
import type { Db } from "./database.ts";

/** A backup holds this lock exclusively; deletions of files hold it shared. */
export const backupLockKey = 7_012_026;

/**
 * Runs `remove` unless a backup is running; a backup waits for it to end. Returns whether it ran. A later sweep must
 * find files that were skipped.
 */
export const removeUnlessBackup = (db: Db, remove: () => Promise<void>): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const lock = sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock_shared(${backupLockKey}) as "isFree"`;
    const { rows } = await lock.execute(trx);
    if (!rows[0]?.isFree) return false;
    await remove();
    return true;
  });
