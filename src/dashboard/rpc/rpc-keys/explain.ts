/** Explanations of JSON-RPC errors, as listed in docs/reference/errors.md. */

import { rpcCodes } from "../../../../resources/rpc/errors.ts";
import { rpcBatchMax, rpcOverlapSeconds } from "../../../../resources/rpc/limits.ts";

/** Returns undefined for errors that only the contract or the node can explain. */
export const explainError = (code: number, message: string, status?: number): string | undefined => {
  if (/allowlist does not include/.test(message))
    return "Add it under Settings › Allowlist, or send the request from an allowed source.";
  if (code === rpcCodes.accessRefused) return explainRefusal(message, status);
  if (code === rpcCodes.limitExceeded) return explainLimit(message);
  return explanations[code];
};

const explanations: Readonly<Record<number, string>> = {
  [-32_700]: "Invalid JSON. Check for a missing comma or quote.",
  [-32_600]: `Not a JSON-RPC 2.0 request, or a batch of more than ${rpcBatchMax}.`,
  [-32_601]:
    "Methods that need a key on the node aren't available. Sign in your client and send the signed transaction.",
  [-32_602]: "Invalid parameters for this method. Compare them with an example in the console.",
  [-32_603]: "No node answered. Nothing was charged. It is safe to retry.",
  [-32_000]: "The node rejected the request. Its message says why.",
  3: "The contract reverted. The response data contains the reason.",
};

const explainRefusal = (message: string, status: number | undefined): string | undefined => {
  if (/Token/.test(message))
    return "Sign a token with the private key of one of the public keys under Settings › Security.";
  if (/inactive/.test(message)) return "Activate the key under Settings › General.";
  if (status === 404 || /chain/.test(message)) return "See the list of endpoints for available chains.";
  return `Copy the URL again: after a reset, the old key works for ${rpcOverlapSeconds / 3600} hours.`;
};

const explainLimit = (message: string): string => {
  if (/daily cap/i.test(message)) return "Raise the cap under Settings › Limits, or wait until midnight (UTC).";
  if (/spend cap/.test(message)) return "Raise the spend cap in Billing, or wait until next month.";
  if (/per second/.test(message))
    return "Send fewer requests at once, or retry later. Pay-as-you-go keys have a higher limit.";
  return "Your allowance is used up. Deposit for a pay-as-you-go key, or wait until the package resets.";
};
