import { boostMessages } from "../../../../resources/boost/messages.ts";
import { unwrap, ApiError } from "../errors.ts";

/** A Boost call that was refused. `body` is the whole response. */
export class BoostError extends Error {
  override readonly name = "BoostError";
  readonly code: string | number;
  readonly body: unknown;

  constructor(message: string, code: string | number, body: unknown) {
    super(message);
    this.code = code;
    this.body = body;
  }
}

const messages: Readonly<Record<string, string>> = { 401: boostMessages.accessDenied, 500: boostMessages.serviceError };

/** Returns the envelope's data. Throws BoostError: code 401 is 'Access Denied!', code 500 'Service Error!'. */
export const unwrapBoost = (status: number, body: unknown): unknown => {
  try {
    return unwrap(status, body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new BoostError(messages[error.code] ?? error.message, error.code, body);
  }
};
