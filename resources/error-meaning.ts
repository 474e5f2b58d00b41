/** What a refusal of the cloud means for the whole session, and not only for the screen that met it (spec §8). */
import { screenConflicts } from "./conflicts.ts";

export type ErrorMeaning = "not-activated" | "insufficient" | "signed-out" | "forbidden" | "conflict";

export interface Refusal {
  readonly statusCode?: number | undefined;
  readonly code?: string | number | undefined;
  readonly message?: string | undefined;
  readonly data?: unknown;
}

/** An account that is not activated: its dialog comes instead of an alert. */
const notActivated = 100_077;
/** LAND that is not there, or may not be spent. */
const insufficientLand: ReadonlySet<string | number | undefined> = new Set([10_002, "SPEND_CAP_REACHED"]);
const storageUsedUp = /\bstorage\b.{0,30}\breached\b|\binsufficient (ipfs |ar |arweave )?storage\b/i;

/** Undefined for what is the screen's own to show: a taken name, a reached limit, a field at fault. */
export const meaningOf = (refusal: Refusal): ErrorMeaning | undefined => {
  const { statusCode, code, message = "" } = refusal;
  if (code === notActivated) return "not-activated";
  if (statusCode === 402 || insufficientLand.has(code) || storageUsedUp.test(message)) return "insufficient";
  if (statusCode === 401) return "signed-out";
  if (statusCode === 403) return "forbidden";
  return statusCode === 409 && concernsSession(refusal) ? "conflict" : undefined;
};

/**
 * A 409 that binds an account, or that this version of the product does not know. Where the catalogue names it, a reload would
 * help nobody and cost what was typed; only a reused idempotency key asks for one.
 */
const concernsSession = ({ code = "", data }: Refusal): boolean =>
  typeof data === "string" || !screenConflicts.has(code);
