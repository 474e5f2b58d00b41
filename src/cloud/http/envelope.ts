import { STATUS_CODES, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import type { FastifyError } from "fastify";
import { DatabaseError } from "pg";
import { errors, type ErrorMessage } from "../../../resources/errors.ts";
import { boostMessages } from "../../../resources/boost/messages.ts";
import { AppError } from "../app-error.ts";
import { isDiskFull } from "../engines/blocks/disk-full.ts";
import { unavailability } from "../engines/database/unavailable.ts";
import { securityHeaders } from "./security-headers.ts";

export interface Envelope {
  readonly code: 200;
  readonly message: "OK";
  readonly data: unknown;
}

/** What a call that succeeded answers. */
export const envelope = (data: unknown): Envelope => ({ code: 200, message: "OK", data });

/** What a call that was refused answers: the catalogue's code and sentence, and the fields at fault or what to go on with. */
export const refusal = ({ code, message, fields, data = fields }: Refused): Refusal => ({
  code: (errors[code] as ErrorMessage).wire ?? code,
  message,
  ...(data !== undefined && { data }),
});

type Refused = Pick<AppError, "code" | "message" | "fields"> & { readonly data?: unknown };

interface Refusal {
  readonly code: string | number;
  readonly message: string;
  readonly data?: unknown;
}

/** Boost envelope: 401 and 500 have fixed messages. */
export const boostRefusal = (refused: Refused & Pick<AppError, "status">): Refusal => {
  const own = boostWords[refused.status as keyof typeof boostWords];
  return own === undefined ? refusal(refused) : { code: refused.status, message: own };
};

const boostWords = { 401: boostMessages.accessDenied, 500: boostMessages.serviceError } as const;

/** Answers a request that never reaches the application, and ends its connection. */
export const sendRefusal = (response: ServerResponse, refused: AppError): void => {
  const { headers, body } = wholeRefusal(refused);
  response.writeHead(refused.status, headers).end(body);
};

/** The same as text, for a connection that has no response. */
export const rawRefusal = (refused: AppError): string => {
  const { headers, body } = wholeRefusal(refused);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}\r\n${lines.join("")}\r\n${body}`;
};

const wholeRefusal = (refused: AppError) => {
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

/** An id that is no id (of a uuid column) names nothing; text that the database cannot hold is no input. */
const fromDatabase = ({ code }: DatabaseError): AppError | undefined => {
  if (code === invalidTextRepresentation) return new AppError("NOT_FOUND");
  return code === notInRepertoire ? new AppError("INVALID_INPUT") : undefined;
};
