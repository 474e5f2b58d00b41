/** Calls a contract's read functions with values entered by users. Loads ethers: import it lazily. */
import { AbiCoder, concat, type FunctionFragment, type ParamType } from "ethers";
import { typeOf, valuesOf, type DecodedValue } from "./abi.ts";
import type { CallRpc } from "./json-rpc.ts";

/** An entered value does not fit its type: `message` says what would. */
export class TypedValueError extends Error {
  override readonly name = "TypedValueError";
}

/** Calls `item` at the newest block. Throws TypedValueError, and the node's error. */
export const readFunction = async (
  call: CallRpc,
  address: string,
  { selector, inputs, outputs }: FunctionFragment,
  typed: readonly string[],
): Promise<readonly DecodedValue[]> => {
  const args = inputs.map((input, index) => typedValue(input, (typed[index] ?? "").trim()));
  const coder = AbiCoder.defaultAbiCoder();
  const data = concat([selector, coder.encode(inputs, args)]);
  const answer = (await call("eth_call", { to: address, data }, "latest")) as string;
  if (answer === "0x" && outputs.length > 0) throw new Error("The contract returned no data.");
  return valuesOf(outputs, coder.decode(outputs, answer));
};

/** Parses a field: lists and structures are JSON, with large numbers as strings. */
const typedValue = (input: ParamType, text: string): unknown =>
  checkedValue(input, input.arrayChildren || input.components ? parsedOrNone(text) : text, input.name || typeOf(input));

/** Converts a value, and those within lists and structures. `place` names it in messages. */
const checkedValue = (input: ParamType, value: unknown, place: string): unknown => {
  const { type, arrayChildren, arrayLength, components } = input;
  const within = (part: ParamType, key: string | number, inner: unknown) =>
    checkedValue(part, inner, `${place}[${key}]`);
  if (arrayChildren) {
    if (!Array.isArray(value)) throw invalid(place, 'a JSON array such as ["1", "2"]');
    if (![-1, value.length].includes(arrayLength!)) throw invalid(place, `a JSON array of length ${arrayLength}`);
    return value.map((item: unknown, index) => within(arrayChildren, index, item));
  }
  if (components) {
    if (!isObject(value)) throw invalid(place, "a JSON object");
    return components.map((part, index) => within(part, part.name || index, value[part.name || index]));
  }
  if (!["string", "number", "boolean"].includes(typeof value)) throw invalid(place, `one value (${type})`);
  const text = String(value as string | number | boolean);
  if (/^u?int/.test(type)) return parseInteger(type, text, place);
  if (type === "bool") return parseBool(text, place);
  if (type === "address") return parseAddress(text, place);
  return type.startsWith("bytes") ? parseBytes(type, text, place) : text;
};

const parseInteger = (type: string, text: string, place: string): bigint => {
  if (!/^-?\d+$|^0x[0-9a-fA-F]+$/.test(text)) throw invalid(place, "a whole number");
  const value = BigInt(text);
  const bits = Number(/\d+$/.exec(type)?.[0] ?? 256);
  const fits = type.startsWith("u") ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value);
  if (fits !== value) throw invalid(place, `a number in the range of ${type}`);
  return value;
};

const parseBool = (text: string, place: string): boolean => {
  if (text !== "true" && text !== "false") throw invalid(place, "true or false");
  return text === "true";
};

const parseAddress = (text: string, place: string): string => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw invalid(place, "an address (0x and 40 hex digits)");
  return text.toLowerCase();
};

const parseBytes = (type: string, text: string, place: string): string => {
  const length = Number(type.slice("bytes".length) || 0);
  const fits = /^0x([0-9a-fA-F]{2})*$/.test(text) && (length === 0 || text.length === 2 + 2 * length);
  if (fits) return text;
  throw invalid(place, length === 0 ? "0x and an even number of hex digits" : `0x and ${2 * length} hex digits`);
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const parsedOrNone = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const invalid = (place: string, wanted: string): TypedValueError => new TypedValueError(`${place}: enter ${wanted}.`);
