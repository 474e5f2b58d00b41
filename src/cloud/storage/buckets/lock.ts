/** Object lock: retention and legal holds of versions, as in S3. */
import { AppError } from "../../kernel/app-error.ts";
import type { LockConfiguration, ObjectLock } from "./model.ts";

const dayMs = 86_400_000;
const daysPerYear = 365;

/** Returns the lock of a version created at `now` in a bucket with this configuration. */
export const lockOf = (configuration: LockConfiguration | undefined, now: Date): ObjectLock | undefined => {
  const { mode, days = 0, years = 0 } = configuration?.retention ?? {};
  if (!mode) return undefined;
  const until = new Date(now.getTime() + (days + years * daysPerYear) * dayMs).toISOString();
  return { retention: { mode, until } };
};

/** Whether a version can't be deleted. `bypass` ignores governance retention. */
export const isLocked = (lock: ObjectLock | null | undefined, bypass: boolean): boolean =>
  lock?.legalHold === true || (isRetained(lock) && !(bypass && lock!.retention!.mode === "GOVERNANCE"));

const isRetained = (lock: ObjectLock | null | undefined): boolean =>
  lock?.retention !== undefined && Date.parse(lock.retention.until) > Date.now();

/**
 * Returns a lock with a changed legal hold, or a changed retention. Throws OBJECT_LOCKED if a current retention would end earlier or
 * change its mode: never possible with COMPLIANCE, otherwise only with `bypass`.
 */
export const changedLock = (lock: ObjectLock | null, change: ObjectLock, bypass: boolean): ObjectLock => {
  if (change.legalHold !== undefined) return { ...lock, legalHold: change.legalHold };
  const { retention } = change;
  if (isRetained(lock)) {
    const { mode, until } = lock!.retention!;
    const isWeaker = retention?.mode !== mode || Date.parse(retention.until) < Date.parse(until);
    if (isWeaker && !(bypass && mode === "GOVERNANCE")) throw new AppError("OBJECT_LOCKED");
  }
  return { ...(lock?.legalHold !== undefined && { legalHold: lock.legalHold }), ...(retention && { retention }) };
};
