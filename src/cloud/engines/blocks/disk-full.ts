/** Codes of a full disk: of a file system, of its quotas, and of PostgreSQL. */
const codes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** Whether a failure of this engine, or one it was caused by, is that there is no room left. */
export const isDiskFull = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && codes.has(cause.code)) return true;
  }
  return false;
};
