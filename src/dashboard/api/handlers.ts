import type { ApiError } from "./errors.ts";

/** What the product does about errors that concern the whole session. The app sets them; the transport has no screen. */
export interface ApiHandlers {
  /** 401: the session is over. */
  unauthorized(error: ApiError): void;
  /** 403: not allowed here. */
  forbidden(error: ApiError): void;
  /** 409 other than a name that exists. */
  conflict(error: ApiError): void;
  /** Storage, traffic or another allowance is used up. */
  insufficient(error: ApiError): void;
  /** No answer after all retries. */
  networkFailed(): void;
}

const nothing = (): void => undefined;

/** Replaced one by one by the composition root. */
export const handlers: ApiHandlers = {
  unauthorized: nothing,
  forbidden: nothing,
  conflict: nothing,
  insufficient: nothing,
  networkFailed: nothing,
};
