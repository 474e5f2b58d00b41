/** What went wrong in a wallet, in one shape and in words a person understands. */
import { messages } from "../../../../resources/messages.ts";
import { refusals } from "./provider.ts";

export type WalletProblemKind = "rejected" | "pending" | "unknown-chain" | "insufficient-funds" | "failed";

export interface WalletProblem {
  readonly kind: WalletProblemKind;
  readonly message: string;
}

const longestMessage = 100;

/** Reads whatever a wallet threw. */
export const walletProblem = (error: unknown): WalletProblem => {
  const kind = kindOf(codesIn(error), textOf(error).toLowerCase());
  return { kind, message: sentenceFor(kind, textOf(error)) };
};

const kindOf = (codes: readonly number[], text: string): WalletProblemKind => {
  if (codes.includes(refusals.unknownChain)) return "unknown-chain";
  if (codes.includes(refusals.rejected) || /user rejected|user denied|rejected by user/.test(text)) return "rejected";
  if (codes.includes(refusals.pending) || text.includes("already pending")) return "pending";
  if (/exceeds balance|overflow|insufficient (funds|balance)/.test(text)) return "insufficient-funds";
  return "failed";
};

const sentenceFor = (kind: WalletProblemKind, text: string): string => {
  if (kind === "rejected") return messages.requestRejected;
  if (kind === "pending") return messages.requestPending;
  if (kind === "insufficient-funds") return messages.insufficientFunds;
  return messages.walletConnectFailed.replace("{message}", shortened(text));
};

/** Messages over 100 characters are cut at the first bracket: what follows is for programs. */
const shortened = (text: string): string =>
  text.length > longestMessage ? text.split(/[([{]/, 1)[0]!.trim() || text.slice(0, longestMessage) : text;

const textOf = (error: unknown): string => {
  if (error instanceof Error) return error.message;
  const message = propertyOf(error, "message");
  return typeof message === "string" ? message : String(error);
};

/** Mobile wallets wrap the true code: { code: -32603, data: { originalError: { code: 4902 } } }. */
const codesIn = (error: unknown): number[] =>
  [error, propertyOf(error, "cause"), propertyOf(propertyOf(error, "data"), "originalError")]
    .map((part) => propertyOf(part, "code"))
    .filter((code) => typeof code === "number");

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
