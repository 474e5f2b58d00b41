import { STATUS_CODES, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import type { FastifyError } from "fastify";
import { DatabaseError } from "pg";
import { errors } from "../../../../resources/declare/errors.ts";
import type { ErrorMessage } from "../../../../resources/declare/shared-errors.ts";
import { boostMessages } from "../../../../resources/boost/messages.ts";
import { AppError } from "../app-error.ts";
import { isDiskFull } from "../../engines/blocks/store/disk-full.ts";
import { unavailability } from "../../engines/database/unavailable.ts";
import { securityHeaders } from "../../http/security/security-headers.ts";

export interface Envelope {
  readonly code: 200;
  readonly message: "OK";
  readonly data: unknown;
}

/** Returns the body of a successful call. */
export const envelope = (data: unknown): Envelope => ({ code: 200, message: "OK", data });

/**
 * Returns the body of a rejected call: the catalog's code and message, and the invalid fields or other details. With the ID of the request
 * for an internal error, which only the log explains.
 */
export const refusal = ({ code, message, fields, data = fields }: Refused, requestId?: string): Refusal => ({
  code: (errors[code] as ErrorMessage).wire ?? code,
  message,
  ...(data !== undefined && { data }),
  ...(code === "INTERNAL" && requestId !== undefined && { requestId }),
});

type Refused = Pick<AppError, "code" | "message" | "fields"> & { readonly data?: unknown };

interface Refusal {
  readonly code: string | number;
  readonly message: string;
  readonly data?: unknown;
  readonly requestId?: string;
}

/** Boost envelope: 401 and 500 have fixed messages. */
export const boostRefusal = (refused: Refused & Pick<AppError, "status">, requestId?: string): Refusal => {
  const own = boostMessagesByStatus[refused.status as keyof typeof boostMessagesByStatus];
  const plain = refusal(refused, requestId);
  return own === undefined ? plain : { ...plain, code: refused.status, message: own };
};

const boostMessagesByStatus = { 401: boostMessages.accessDenied, 500: boostMessages.serviceError } as const;

/** Answers a request that never reaches the application, and closes its connection. */
export const sendRefusal = (response: ServerResponse, refused: AppError): void => {
  const { headers, body } = rawParts(refused);
  response.writeHead(refused.status, headers).end(body);
};

/** Returns the same as raw HTTP text, for a connection without a response object. */
export const rawRefusal = (refused: AppError): string => {
  const { headers, body } = rawParts(refused);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}\r\n${lines.join("")}\r\n${body}`;
};

const rawParts = (refused: AppError) => {
  const body = JSON.stringify(refusal(refused));
  const { retryAfterSeconds: seconds } = refused;
  const headers = {
    ...securityHeaders,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    connection: "close",
    ...(seconds !== undefined && { "retry-after": String(seconds) }),
  } satisfies OutgoingHttpHeaders;
  return { headers, body };
};

/** Maps an error to the catalogue; undefined for an internal error. */
export const asAppError = (error: unknown): AppError | undefined => {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return new AppError("DISK_FULL");
  const unavailable = unavailability(error);
  if (unavailable) return new AppError(unavailable === "busy" ? "SERVER_BUSY" : "DATABASE_UNAVAILABLE");
  if (error instanceof DatabaseError) return fromDatabase(error);
  const status = (error as Partial<FastifyError>).statusCode;
  if (status === 413) return new AppError("PAYLOAD_TOO_LARGE");
  return status !== undefined && status >= 400 && status < 500 ? new AppError("BODY_INVALID") : undefined;
};

const invalidTextRepresentation = "22P02";
const notInRepertoire = "22021";

/** Maps database errors: an invalid ID of a uuid column is not found, and unsupported text is invalid input. */
const fromDatabase = ({ code }: DatabaseError): AppError | undefined => {
  if (code === invalidTextRepresentation) return new AppError("NOT_FOUND");
  return code === notInRepertoire ? new AppError("INVALID_INPUT") : undefined;
};
