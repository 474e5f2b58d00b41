import { errors, type ErrorCode } from "../../resources/errors.ts";

/** An error meant for people: a code of the catalogue, its sentence and status, and messages for the fields at fault. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
  /** What a program goes on with after the refusal. */
  readonly data: string | undefined;
  /** What the call wrote until now stays: a refusal that itself changes something, such as ending a stolen session. */
  readonly keepsChanges: boolean;

  constructor(
    code: ErrorCode,
    options: { message?: string; fields?: Record<string, readonly string[]>; keepsChanges?: true; data?: string } = {},
  ) {
    super(options.message ?? errors[code].message);
    this.name = "AppError";
    this.code = code;
    this.status = errors[code].status;
    this.fields = options.fields;
    this.data = options.data;
    this.keepsChanges = options.keepsChanges ?? false;
  }
}
