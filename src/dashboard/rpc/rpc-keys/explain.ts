/** Explanations of JSON-RPC errors, as listed in docs/reference/errors.md. */

import { rpcCodes, type RpcLogReason } from "../../../../resources/rpc/errors.ts";
import { rpcBatchMax, rpcOverlapSeconds } from "../../../../resources/rpc/limits.ts";

interface RpcProblem {
  readonly code: number;
  /** Why it was refused or failed. */
  readonly reason?: RpcLogReason | null | undefined;
  /** HTTP status of the reply. */
  readonly status?: number | undefined;
}

/** Returns the method's name. Refused batches have none. */
export const methodOf = (method: string): string => (method === "other" ? "–" : method);

/** Returns undefined for errors that only the contract or the node can explain. */
export const explainError = ({ code, reason, status }: RpcProblem): string | undefined => {
  if (reason && reason !== "NODE") return byReason[reason];
  return status === 404 ? byReason.CHAIN_UNKNOWN : byCode[code];
};

const unanswered = "No node answered. Nothing was charged. It is safe to retry.";

const byReason: Readonly<Record<Exclude<RpcLogReason, "NODE">, string>> = {
  KEY_UNKNOWN: `Copy the URL again: after a reset, the old key works for ${rpcOverlapSeconds / 3600} hours.`,
  KEY_INACTIVE: "Activate the key under Settings › General.",
  TOKEN_REQUIRED: "Sign a token with the private key of one of the public keys under Settings › Security.",
  NOT_ON_ALLOWLIST: "Add it under Settings › Allowlist, or send the request from an allowed source.",
  CHAIN_UNKNOWN: "See the list of endpoints for available chains.",
  RATE: "Send fewer requests at once, or retry later. Pay-as-you-go keys have a higher limit.",
  DAILY_CAP: "Raise the cap under Settings › Limits, or wait until midnight (UTC).",
  SPEND_CAP: "Raise the spend cap in Billing, or wait until next month.",
  USED_UP: "Your allowance is used up. Deposit for a pay-as-you-go key, or wait until the package resets.",
  METHOD_NOT_OFFERED:
    "Methods that need a key on the node aren't available. Sign in your client and send the signed transaction.",
  PARAMS_INVALID: "Invalid parameters for this method. Compare them with an example in the console.",
  FILTER_NOT_FOUND: "Create the filter again: it has ended, or belongs to another key.",
  TOO_MANY_OPEN: "End a filter or a subscription first.",
  NO_NODE: unanswered,
  FAULT: "Nothing was charged. The server's log contains the error.",
  UNAVAILABLE: "The server is busy. Nothing was charged. Retry in a few seconds.",
};

const byCode: Readonly<Record<number, string>> = {
  [-32_700]: "Invalid JSON. Check for a missing comma or quote.",
  [-32_600]: `Not a JSON-RPC 2.0 request, or a batch of more than ${rpcBatchMax}.`,
  [-32_601]: byReason.METHOD_NOT_OFFERED,
  [-32_602]: byReason.PARAMS_INVALID,
  [-32_603]: unanswered,
  [-32_000]: "The node rejected the request. Its message says why.",
  [rpcCodes.accessRefused]: byReason.KEY_UNKNOWN,
  [rpcCodes.limitExceeded]: byReason.USED_UP,
  3: "The contract reverted. The response data contains the reason.",
};
