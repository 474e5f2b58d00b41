/** Reading what wallets, nodes and libraries throw: never one shape, often one error inside another. */
import { chainMessageMax } from "../../../../resources/chain-limits.ts";

export const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/**
 * The error and those inside it, outermost first. Mobile wallets wrap the true one as { code: -32603, data: { originalError } },
 * ethers as { info: { error } } or { error }.
 */
export const errorChain = (error: unknown, depth = 0): readonly unknown[] => {
  const inside = [
    propertyOf(error, "cause"),
    propertyOf(error, "error"),
    propertyOf(propertyOf(error, "info"), "error"),
    propertyOf(propertyOf(error, "data"), "originalError"),
  ].filter((part) => typeof part === "object" && part !== null);
  return depth > 3 ? [error] : [error, ...inside.flatMap((part) => errorChain(part, depth + 1))];
};

/** Every code in it: numbers of EIP-1193 and JSON-RPC, words of ethers. */
export const codesIn = (error: unknown): readonly (number | string)[] =>
  errorChain(error)
    .map((part) => propertyOf(part, "code"))
    .filter((code) => typeof code === "number" || typeof code === "string");

/** What it says for users. */
export const textOf = (error: unknown): string => {
  const message = propertyOf(error, "shortMessage") ?? propertyOf(error, "message");
  return typeof message === "string" ? message : String(error);
};

/** Messages over 100 characters are cut at the first bracket: what follows is for programs. */
export const shortened = (text: string): string =>
  text.length > chainMessageMax ? text.split(/[([{]/, 1)[0]!.trim() || text.slice(0, chainMessageMax) : text;
