/** Meaning of a server error for the whole session, not only the current screen (spec §8). */
import { screenConflicts } from "./conflicts.ts";

export type ErrorMeaning = "not-activated" | "insufficient" | "signed-out" | "forbidden" | "conflict";

export interface Refusal {
  readonly statusCode?: number | undefined;
  readonly code?: string | number | undefined;
  readonly message?: string | undefined;
  readonly data?: unknown;
}

/** The account is not activated: opens the activation dialog instead of an alert. */
const notActivated = 100_077;
/** Insufficient LAND, or a reached spend cap. */
const insufficientLand: ReadonlySet<string | number | undefined> = new Set([10_002, "SPEND_CAP_REACHED"]);
const storageUsedUp = /\bstorage\b.{0,30}\breached\b|\binsufficient (ipfs |ar |arweave )?storage\b/i;

/** Returns undefined for errors that the screen itself shows: a taken name, a reached limit, an invalid field. */
export const meaningOf = (refusal: Refusal): ErrorMeaning | undefined => {
  const { statusCode, code, message = "" } = refusal;
  if (code === notActivated) return "not-activated";
  if (statusCode === 402 || insufficientLand.has(code) || storageUsedUp.test(message)) return "insufficient";
  if (statusCode === 401) return "signed-out";
  if (statusCode === 403) return "forbidden";
  return statusCode === 409 && concernsSession(refusal) ? "conflict" : undefined;
};

/**
 * A 409 that binds an account, or is unknown to this version. Known codes need no reload, which would lose the input; only a reused
 * idempotency key requires one.
 */
const concernsSession = ({ code = "", data }: Refusal): boolean =>
  typeof data === "string" || !screenConflicts.has(code);
