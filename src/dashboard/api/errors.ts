/** Errors of calls, and the envelope they are read from. */
import { referenceMark } from "../../../resources/declare/messages.ts";

export interface ErrorDetails {
  readonly status: number;
  readonly code: string | number;
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly data?: unknown;
}

/** A call that the server refused. Refine reads `statusCode` and `errors`. */
export class ApiError extends Error {
  readonly statusCode: number;
  readonly code: string | number;
  /** Messages by field, which forms show beside the fields. */
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined;
  readonly data: unknown;

  constructor(message: string, details: ErrorDetails) {
    super(message);
    this.name = "ApiError";
    this.statusCode = details.status;
    this.code = details.code;
    this.errors = details.fields;
    this.data = details.data;
  }
}

/** No response arrived, after all retries. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/** The request was cancelled. axios has an error of the same name. */
export class CanceledError extends Error {
  override readonly name = "CanceledError";
}

interface Envelope {
  readonly code?: number | string;
  readonly message?: string;
  readonly data?: unknown;
  readonly requestId?: string;
}

/**
 * Returns the envelope's data, or throws its error: any code other than 200 or "SUCCESS" raises the message, or "{code}
 * error", with the reference of an internal error. A call that returns a file has no envelope: its text is the data.
 */
export const unwrap = (status: number, body: unknown): unknown => {
  if (status < 400 && typeof body === "string" && body !== "") return body;
  const { code = status, message = `${code} error`, data, requestId }: Envelope = isObject(body) ? body : {};
  if (status < 400 && (code === 200 || code === "SUCCESS")) return data;
  throw new ApiError(requestId ? message + referenceMark + requestId : message, {
    status,
    code,
    data,
    fields: fieldsOf(status, data),
  });
};

const fieldsOf = (status: number, data: unknown): ErrorDetails["fields"] =>
  status === 422 && isObject(data) ? (data as Record<string, readonly string[]>) : undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
