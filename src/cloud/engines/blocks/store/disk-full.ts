/** Error codes of a full disk: of a file system, of its quotas and of PostgreSQL. */
const codes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** Returns whether an error or one of its causes is a full disk. */
export const isDiskFull = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && codes.has(cause.code)) return true;
  }
  return false;
};
