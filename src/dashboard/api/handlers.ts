import type { ApiError } from "./errors.ts";

/** What the product does about errors that concern the whole session. The app sets them; the transport has no screen. */
export interface RefusalHandlers {
  /** 401: the session is over. */
  unauthorized(error: ApiError): void;
  /** 403: not allowed here. */
  forbidden(error: ApiError): void;
  /** 409 other than a name that exists. */
  conflict(error: ApiError): void;
  /** Storage, traffic or another allowance is used up. */
  insufficient(error: ApiError): void;
  /** Code 100077: the account must be activated first. No alert is shown. */
  notActivated(error: ApiError): void;
}

export interface ApiHandlers extends RefusalHandlers {
  /**
   * No answer after all retries. Resolves to whether the same request is to be sent again, which is asked for one that changes
   * something: under its idempotency key it is done once, whatever became of the attempts before.
   */
  networkFailed(changes: boolean): Promise<boolean>;
  /** Somebody signs out: ends the session here and in the server, and forgets what was cached and typed. */
  signOut(): Promise<void>;
}

const nothing = (): void => undefined;

/** Replaced one by one by the composition root. */
export const handlers: ApiHandlers = {
  unauthorized: nothing,
  forbidden: nothing,
  conflict: nothing,
  insufficient: nothing,
  notActivated: nothing,
  networkFailed: async () => false,
  signOut: async () => undefined,
};
