/** Calls a contract's read functions with values entered by users. Loads viem: import it lazily. */
import type { AbiFunction, AbiParameter, Address, Hex } from "viem";
import { decodeFunctionResult, encodeFunctionData, isAddress } from "viem/utils";
import { valuesOf, type DecodedValue } from "./abi.ts";
import type { CallRpc } from "./json-rpc.ts";

/** An entered value does not fit its type: `message` says what would. */
export class TypedValueError extends Error {
  override readonly name = "TypedValueError";
}

/** Calls `item` at the newest block. Throws TypedValueError, and the node's error. */
export const readFunction = async (
  call: CallRpc,
  address: string,
  item: AbiFunction,
  typed: readonly string[],
): Promise<readonly DecodedValue[]> => {
  const args = item.inputs.map((input, index) => typedValue(input, (typed[index] ?? "").trim()));
  const abi = [item];
  const data = encoded(() => encodeFunctionData({ abi, functionName: item.name, args }));
  const answer = (await call("eth_call", { to: address as Address, data }, "latest")) as Hex;
  const result: unknown = decodeFunctionResult({ abi, functionName: item.name, data: answer });
  return valuesOf(item.outputs, item.outputs.length === 1 ? [result] : (result as readonly unknown[]));
};

/** Encodes the call; values within lists and structures are validated here only. */
const encoded = <T>(encode: () => T): T => {
  try {
    return encode();
  } catch (error) {
    throw new TypedValueError((error as Error).message.split("\n")[0]);
  }
};

const typedValue = (input: AbiParameter, text: string): unknown => {
  const { type } = input;
  if (type.endsWith("]") || type.startsWith("tuple")) return structured(input, text);
  if (/^u?int/.test(type)) return parseInteger(input, text);
  if (type === "bool") return parseBool(input, text);
  if (type === "address" && !isAddress(text, { strict: false }))
    throw invalid(input, "an address (0x and 40 hex digits)");
  if (type.startsWith("bytes")) return bytes(input, text);
  return text;
};

const parseInteger = (input: AbiParameter, text: string): bigint => {
  if (!/^-?\d+$|^0x[0-9a-fA-F]+$/.test(text)) throw invalid(input, "a whole number");
  return BigInt(text);
};

const parseBool = (input: AbiParameter, text: string): boolean => {
  if (text !== "true" && text !== "false") throw invalid(input, "true or false");
  return text === "true";
};

const bytes = (input: AbiParameter, text: string): string => {
  const length = Number(input.type.slice("bytes".length) || 0);
  const fits = /^0x([0-9a-fA-F]{2})*$/.test(text) && (length === 0 || text.length === 2 + 2 * length);
  if (!fits)
    throw invalid(input, length === 0 ? "0x and an even number of hex digits" : `0x and ${2 * length} hex digits`);
  return text;
};

/** Parses a list or structure, entered as JSON; large numbers in it are strings. */
const structured = (input: AbiParameter, text: string): unknown => {
  const isList = input.type.endsWith("]");
  const parsed = parsedOrNone(text);
  if (typeof parsed === "object" && parsed !== null && Array.isArray(parsed) === isList) return parsed;
  throw invalid(input, isList ? 'a JSON array such as ["1", "2"]' : "a JSON object");
};

const parsedOrNone = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const invalid = ({ name, type }: AbiParameter, wanted: string): TypedValueError =>
  new TypedValueError(`${name || type}: enter ${wanted}.`);
