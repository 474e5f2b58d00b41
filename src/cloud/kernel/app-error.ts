import { errors, type ErrorCode } from "../../../resources/declare/errors.ts";
import type { ErrorMessage } from "../../../resources/declare/shared-errors.ts";

/** An error for users: a code of the catalogue with its message and status, and messages for invalid fields. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
  /** Machine-readable details for programs. */
  readonly data: unknown;
  /** Value of the Retry-After header. */
  readonly retryAfterSeconds: number | undefined;
  /** Commits the call's writes: for errors that change something, such as ending a stolen session. */
  readonly keepsChanges: boolean;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      fields?: Record<string, readonly string[]>;
      keepsChanges?: true;
      data?: unknown;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(options.message ?? errors[code].message);
    this.name = "AppError";
    this.code = code;
    this.status = errors[code].status;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds ?? (errors[code] as ErrorMessage).retryAfterSeconds;
    this.data = options.data;
    this.keepsChanges = options.keepsChanges ?? false;
  }
}

/** For queries: `executeTakeFirstOrThrow(notFound)`. */
export const notFound = (): AppError => new AppError("NOT_FOUND");

/** An invalid field of the request, with its message. */
export const invalidField = (field: string, message: string): AppError =>
  new AppError("INVALID_INPUT", { fields: { [field]: [message] } });
