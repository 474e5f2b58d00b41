/** Errors that the session's handlers already show: ended sessions, refused access, used-up allowances, no network. */
const sessionStatuses = new Set([401, 402, 403]);
/** An account that is not activated asks for the activation dialog, not for an alert. */
const notActivated = 100_077;

export const isHandledElsewhere = (error: unknown): boolean => {
  const { statusCode, code, name } = error as { statusCode?: number; code?: string | number; name?: string };
  if (name === "CanceledError" || name === "NetworkError" || code === notActivated) return true;
  return statusCode !== undefined && sessionStatuses.has(statusCode);
};
