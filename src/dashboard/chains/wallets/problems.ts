/** Maps wallet errors to one shape, with messages for users. */
import { chainMessages } from "../../../../resources/chains/messages.ts";
import { codesIn, shortened, textOf } from "./error-chain.ts";
import { refusals } from "./provider.ts";

export type WalletProblemKind = "rejected" | "pending" | "unknown-chain" | "insufficient-funds" | "failed";

export interface WalletProblem {
  readonly kind: WalletProblemKind;
  readonly message: string;
}

/**
 * Reads an error thrown while a wallet was connecting or signing. Errors of chains are read by chains/evm/problem.ts.
 */
export const walletProblem = (error: unknown): WalletProblem => {
  const kind = kindOf(codesIn(error), textOf(error).toLowerCase());
  return { kind, message: messageFor(kind, textOf(error)) };
};

const kindOf = (codes: readonly (number | string)[], text: string): WalletProblemKind => {
  if (codes.includes(refusals.unknownChain)) return "unknown-chain";
  if (codes.includes(refusals.rejected) || /user rejected|user denied|rejected by user/.test(text)) return "rejected";
  if (codes.includes(refusals.pending) || text.includes("already pending")) return "pending";
  if (/exceeds balance|overflow|insufficient (funds|balance)/.test(text)) return "insufficient-funds";
  return "failed";
};

const messageFor = (kind: WalletProblemKind, text: string): string => {
  if (kind === "rejected") return chainMessages.requestRejected;
  if (kind === "pending") return chainMessages.requestPending;
  if (kind === "insufficient-funds") return chainMessages.insufficientFunds;
  return chainMessages.walletConnectFailed.replace("{message}", shortened(text));
};
