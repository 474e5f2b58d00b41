import type { ApiError } from "./errors.ts";

/** Handlers for errors that concern the whole session. The app sets them; the transport has no UI. */
export interface RefusalHandlers {
  /** 401: the session has ended. */
  unauthorized(error: ApiError): void;
  /** 403: access denied. */
  forbidden(error: ApiError): void;
  /** 409, except for a name that already exists. */
  conflict(error: ApiError): void;
  /** Storage, traffic or another allowance is used up. */
  insufficient(error: ApiError): void;
  /** Code 100077: the account must be activated first. No alert is shown. */
  notActivated(error: ApiError): void;
}

export interface ApiHandlers extends RefusalHandlers {
  /**
   * No response after all retries. Resolves to whether to send the same request again; the user is asked for mutating
   * ones. Under its idempotency key the change is made once, regardless of earlier attempts.
   */
  networkFailed(changes: boolean): Promise<boolean>;
  /** Signs the user out: ends the session in this browser and on the server, and deletes caches and drafts. */
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
