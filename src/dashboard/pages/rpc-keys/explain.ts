/** What an error of JSON-RPC means here, and what helps; docs/rpc.md says the same. */

/** Undefined for what only the contract or the node that was asked can explain. */
export const explainError = (code: number, message: string, status?: number): string | undefined => {
  if (/allowlist does not hold/.test(message))
    return "Add it under Settings › Allowlist, or send the request from a place that is on it.";
  if (code === -32_001) return refusal(message, status);
  if (code === -32_005) return limit(message);
  return known[code];
};

const known: Readonly<Record<number, string>> = {
  [-32_700]: "What was sent is not JSON. Look for a missing comma or quote.",
  [-32_600]: "What was sent is not a request of JSON-RPC 2.0, or a batch of more than 100.",
  [-32_601]: "Methods that need a key of the node's own are not offered: sign in your client, and send what is signed.",
  [-32_602]: "The parameters do not fit the method. Compare them with an example in the console.",
  [-32_603]: "No node could answer. Nothing was charged; asking again later is safe.",
  [-32_000]: "The node looked at it and said no. What it says is the reason; the request itself arrived.",
  3: "The contract undid the call. The data of the answer holds its reason.",
};

const refusal = (message: string, status: number | undefined): string | undefined => {
  if (/Token/.test(message))
    return "Sign a token with the private key of one of the public keys under Settings › Security.";
  if (/not active/.test(message)) return "Switch the key on under Settings › General.";
  if (status === 404 || /chain/.test(message)) return "The list of endpoints names the chains that are offered.";
  return "Copy the address anew: after a reset the old key works for 24 hours only.";
};

const limit = (message: string): string => {
  if (/daily cap/.test(message)) return "Raise the cap under Settings › Limits, or wait for midnight (UTC).";
  if (/spend cap/.test(message)) return "Raise the spend cap in Billing, or wait for the next month.";
  if (/a second/.test(message))
    return "Send fewer requests at once, or the same a moment later. Pay-as-you-go keys have more.";
  return "What pays for it is used up. A pay-as-you-go key goes on once LAND is deposited, a free one when the package begins anew.";
};
