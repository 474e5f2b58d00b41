import type { FastifyError } from "fastify";
import { DatabaseError } from "pg";
import { errors, type ErrorMessage } from "../../../resources/errors.ts";
import { boostMessages } from "../../../resources/boost/messages.ts";
import { AppError } from "../app-error.ts";

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
  ...(data && { data }),
});

type Refused = Pick<AppError, "code" | "message" | "fields"> & {
  readonly data?: AppError["data"] | AppError["fields"];
};

interface Refusal {
  readonly code: string | number;
  readonly message: string;
  readonly data?: unknown;
}

/** The same of Boost: 401 and 500 are told by number, in words of its own. */
export const boostRefusal = (refused: Refused & Pick<AppError, "status">): Refusal => {
  const own = boostWords[refused.status as keyof typeof boostWords];
  return own === undefined ? refusal(refused) : { code: refused.status, message: own };
};

const boostWords = { 401: boostMessages.accessDenied, 500: boostMessages.serviceError } as const;

/** Finds the catalogue's word for any error; undefined when it is a fault of ours. */
export const asAppError = (error: unknown): AppError | undefined => {
  if (error instanceof AppError) return error;
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
