/** Decodes calls, events and errors of contracts by their ABI. The only file here that loads viem: import it lazily. */
import type { Abi, AbiEvent, AbiFunction, AbiParameter, Hex } from "viem";
import {
  decodeErrorResult,
  decodeEventLog,
  decodeFunctionData,
  getAbiItem,
  toEventSelector,
  toFunctionSelector,
} from "viem/utils";
import { sharedAbi } from "./known-abi.ts";
import type { LogData } from "./chain-data.ts";

export interface DecodedValue {
  readonly name: string;
  readonly type: string;
  /** Numbers in decimal, lists and structures as JSON. */
  readonly value: string;
}

export interface Decoded {
  readonly name: string;
  readonly values: readonly DecodedValue[];
}

/** Parses an ABI entered by a team, as JSON text; skips invalid items. */
export const readAbi = (text: string): Abi => {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? (parsed as readonly unknown[]).filter(isItem) : [];
  } catch {
    return [];
  }
};

/** Decodes the call in `input`; by the contract's own ABI, else by functions that many contracts share. */
export const decodeInput = (abi: Abi | undefined, input: string): Decoded | undefined =>
  firstOf(abi, (each) => {
    const { functionName, args } = decodeFunctionData({ abi: each, data: input as Hex });
    const item = getAbiItem({ abi: each, name: input.slice(0, 10) as Hex }) as AbiFunction;
    return { name: functionName, values: valuesOf(item.inputs, (args ?? []) as readonly unknown[]) };
  });

/** Decodes a log's event. */
export const decodeLog = (abi: Abi | undefined, { topics, data }: LogData): Decoded | undefined =>
  firstOf(abi, (each) => {
    const event = eventOf(each, topics);
    if (!event) return undefined;
    const named = event.inputs.map((input, index) => ({ ...input, name: input.name || `#${index}` }));
    const log = { topics: topics as [Hex, ...Hex[]], data: data as Hex };
    const { args } = decodeEventLog({ abi: [{ ...event, inputs: named }], ...log });
    const values: Readonly<Record<string, unknown>> = { ...args };
    return {
      name: event.name,
      values: valuesOf(
        named,
        named.map(({ name }) => values[name]),
      ),
    };
  });

/** Returns a revert's reason as a sentence: the text of `require`, or the error with its values. */
export const decodeRevert = (abi: Abi | undefined, data: string): string | undefined =>
  firstOf(abi, (each) => {
    const { errorName, args = [], abiItem } = decodeErrorResult({ abi: each, data: data as Hex });
    if (errorName === "Error") return String(args[0]);
    if (errorName === "Panic") return panicOf(Number(args[0]));
    const inputs = "inputs" in abiItem ? abiItem.inputs : [];
    const values = valuesOf(inputs, args as readonly unknown[]);
    return `${errorName}(${values.map(({ name, value }) => (name ? `${name}: ${value}` : value)).join(", ")})`;
  });

/** Returns the read-only functions, in the ABI's order. */
export const readFunctions = (abi: Abi): readonly AbiFunction[] =>
  abi.filter(
    (item): item is AbiFunction =>
      item.type === "function" && (item.stateMutability === "view" || item.stateMutability === "pure"),
  );

/** Returns the signature, "balanceOf(address)", which distinguishes overloads. */
export const signatureOf = ({ name, inputs }: AbiFunction): string =>
  `${name}(${inputs.map(({ type }) => type).join(",")})`;

/** Returns whether a contract's code may contain a function: compilers write its selector into it. */
export const isCalledIn = (code: string, item: AbiFunction): boolean =>
  code.includes(toFunctionSelector(item).slice(2));

/** Formats a value for users. */
export const textOfValue = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null)
    return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner), 1);
  return String(value as bigint | number | boolean | undefined);
};

export const valuesOf = (inputs: readonly AbiParameter[], args: readonly unknown[]): readonly DecodedValue[] =>
  inputs.map(({ name = "", type }, index) => ({ name, type, value: textOfValue(args[index]) }));

/** Returns the first successful decoding. Nodes may return any data, so data without a match is no error. */
const firstOf = <T>(abi: Abi | undefined, decode: (candidate: Abi) => T | undefined): T | undefined => {
  for (const candidate of abi ? [abi, sharedAbi] : [sharedAbi]) {
    try {
      const decoded = decode(candidate);
      if (decoded !== undefined) return decoded;
    } catch {
      // Try the next one.
    }
  }
  return undefined;
};

/**
 * Finds the event by its first topic and its number of indexed values, the only difference between ERC-20 and ERC-721.
 */
const eventOf = (abi: Abi, topics: readonly string[]): AbiEvent | undefined =>
  abi.find(
    (item): item is AbiEvent =>
      item.type === "event" &&
      toEventSelector(item) === topics[0] &&
      item.inputs.filter(({ indexed }) => indexed).length === topics.length - 1,
  );

const isItem = (item: unknown): item is Abi[number] => {
  const { type, name, inputs } = (item ?? {}) as Readonly<Record<string, unknown>>;
  if (!["function", "event", "error"].includes(String(type))) return false;
  if (typeof name !== "string" || !Array.isArray(inputs) || !inputs.every(isEntered)) return false;
  try {
    if (type === "function") toFunctionSelector(item as AbiFunction);
    if (type === "event") toEventSelector(item as AbiEvent);
    return true;
  } catch {
    return false;
  }
};

const isEntered = (input: unknown): boolean => typeof (input as { readonly type?: unknown } | null)?.type === "string";

const panics: Readonly<Record<number, string>> = {
  0x01: "Assertion failed.",
  0x11: "Arithmetic overflow or underflow.",
  0x12: "Division by zero.",
  0x21: "Invalid enum value.",
  0x31: "Pop on an empty array.",
  0x32: "Array index out of bounds.",
  0x41: "Out of memory.",
  0x51: "Call to an uninitialized function.",
};

const panicOf = (code: number): string => panics[code] ?? `Panic 0x${code.toString(16)}`;
