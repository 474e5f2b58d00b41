/** Reads errors of wallets, nodes and libraries, which have no common shape and are often nested. */
import { chainMessageMax } from "../../../../resources/chains/limits.ts";

export const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/**
 * Returns the error and its nested errors, outermost first. Mobile wallets wrap the original as { code: -32603, data: {
 * originalError } }, ethers as { info: { error } } or { error }.
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

/** Returns every code in it: numbers of EIP-1193 and JSON-RPC, strings of ethers. */
export const codesIn = (error: unknown): readonly (number | string)[] =>
  errorChain(error)
    .map((part) => propertyOf(part, "code"))
    .filter((code) => typeof code === "number" || typeof code === "string");

/** Returns its message. */
export const textOf = (error: unknown): string => {
  const message = propertyOf(error, "shortMessage") ?? propertyOf(error, "message");
  return typeof message === "string" ? message : String(error);
};

/** Cuts messages over 100 characters at the first bracket, where technical details start. */
export const shortened = (text: string): string =>
  text.length > chainMessageMax ? text.split(/[([{]/, 1)[0]!.trim() || text.slice(0, chainMessageMax) : text;
