import { DatabaseError } from "pg";

/** The database is unreachable or all connections stayed busy. Retrying may succeed. */
export class DatabaseUnavailable extends Error {
  readonly reason: "unreachable" | "busy";

  constructor(reason: "unreachable" | "busy", message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DatabaseUnavailable";
    this.reason = reason;
  }
}

/** SQLSTATE: shutdown, crash, startup, lost session, too many connections, idle transaction timeout. */
const unreachableStates = /^(08...|57P0[1-5]|53300|25P03)$/;
/** SQLSTATE: statement or lock timeout, deadlock, serialization failure. */
const busyStates = /^(57014|55P03|40P01|40001)$/;

/** Returns the reason if the database failed temporarily; undefined for any other error. */
export const unavailability = (error: unknown): DatabaseUnavailable["reason"] | undefined => {
  if (error instanceof DatabaseUnavailable) return error.reason;
  if (!(error instanceof DatabaseError) || error.code === undefined) return undefined;
  if (unreachableStates.test(error.code)) return "unreachable";
  return busyStates.test(error.code) ? "busy" : undefined;
};

const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "EACCES",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
const driverMessages =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|Query read timeout)/;

/** Wraps the driver's connection errors in one class; server errors stay unchanged. */
export const namedByDriver = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof DatabaseError || error instanceof DatabaseUnavailable) return error;
  if (error.message === "timeout exceeded when trying to connect") {
    return new DatabaseUnavailable("busy", "Timed out waiting for a database connection.", { cause: error });
  }
  const { code = "" } = error as NodeJS.ErrnoException;
  if (!socketCodes.has(code) && !driverMessages.test(error.message)) return error;
  return new DatabaseUnavailable("unreachable", "Can't reach the database.", { cause: error });
};
