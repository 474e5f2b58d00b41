/** Decodes calls, events and errors of contracts by their ABI. Loads ethers: import it lazily. */
import {
  ErrorFragment,
  EventFragment,
  FunctionFragment,
  Indexed,
  Interface,
  type ParamType,
  type Result,
} from "ethers";
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
export const readAbi = (text: string): Interface => {
  try {
    const parsed: unknown = JSON.parse(text);
    return new Interface(Array.isArray(parsed) ? parsed.flatMap((item: unknown) => fragmentOf(item) ?? []) : []);
  } catch {
    return new Interface([]);
  }
};

/** Decodes the call in `input`; by the contract's own ABI, else by functions that many contracts share. */
export const decodeInput = (abi: Interface | undefined, input: string): Decoded | undefined =>
  firstOf(abi, (each) => {
    const item = each.getFunction(input.slice(0, selectorLength));
    return item && { name: item.name, values: valuesOf(item.inputs, each.decodeFunctionData(item, input)) };
  });

/** Decodes a log's event. */
export const decodeLog = (abi: Interface | undefined, { topics, data }: LogData): Decoded | undefined =>
  firstOf(abi, (each) => {
    const event = eventOf(each, topics);
    if (!event) return undefined;
    const values = valuesOf(event.inputs, each.decodeEventLog(event, data, topics));
    return { name: event.name, values: values.map((one, index) => ({ ...one, name: one.name || `#${index}` })) };
  });

/** Returns a revert's reason as a sentence: the text of `require`, or the error with its values. */
export const decodeRevert = (abi: Interface | undefined, data: string): string | undefined =>
  firstOf(abi, (each) => {
    const item = each.getError(data.slice(0, selectorLength));
    if (!item) return undefined;
    const result = each.decodeErrorResult(item, data);
    if (item.name === "Error") return String(result[0]);
    if (item.name === "Panic") return panicOf(Number(result[0]));
    const values = valuesOf(item.inputs, result);
    return `${item.name}(${values.map(({ name, value }) => (name ? `${name}: ${value}` : value)).join(", ")})`;
  });

/** Returns the read-only functions, in the ABI's order. */
export const readFunctions = ({ fragments }: Interface): readonly FunctionFragment[] =>
  fragments.filter((item): item is FunctionFragment => FunctionFragment.isFragment(item) && item.constant);

/** Returns the signature, "balanceOf(address)", which distinguishes overloads. */
export const signatureOf = ({ name, inputs }: FunctionFragment): string => `${name}(${inputs.map(typeOf).join(",")})`;

/** Returns whether a contract's code may contain a function: compilers write its selector into it. */
export const isCalledIn = (code: string, { selector }: FunctionFragment): boolean => code.includes(selector.slice(2));

/** Returns a parameter's type as in a JSON ABI: "tuple[]" for a list of structures. */
export const typeOf = ({ type }: ParamType): string => type.replace(/^tuple\(.*\)/, "tuple");

/** Formats decoded values for users. */
export const valuesOf = (inputs: readonly ParamType[], result: Result): readonly DecodedValue[] =>
  inputs.map((input, index) => ({
    name: input.name,
    type: typeOf(input),
    value: textOfValue(plainValue(input, result[index])),
  }));

const selectorLength = "0x12345678".length;

const textOfValue = (value: unknown): string => {
  if (typeof value === "object")
    return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner), 1);
  return String(value as string | bigint | number | boolean);
};

/** Converts lists and structures of ethers. Integers that always fit are numbers, so that JSON has them without quotes. */
const plainValue = (param: ParamType, value: unknown): unknown => {
  // Events have only the hash of indexed texts, lists and structures.
  if (Indexed.isIndexed(value)) return value.hash;
  const { arrayChildren: child, components } = param;
  if (child) return [...(value as Result)].map((item) => plainValue(child, item));
  if (components) {
    const values = components.map((each, index) => [each.name, plainValue(each, (value as Result)[index])] as const);
    return components.every(({ name }) => name) ? Object.fromEntries(values) : values.map(([, item]) => item);
  }
  const bits = Number(/^u?int(\d+)$/.exec(param.type)?.[1] ?? 256);
  return bits <= 48 ? Number(value) : value;
};

/** Returns the first successful decoding. Nodes may return any data, so data without a match is no error. */
const firstOf = <T>(
  abi: Interface | undefined,
  decode: (candidate: Interface) => T | null | undefined,
): T | undefined => {
  for (const candidate of abi ? [abi, sharedAbi] : [sharedAbi]) {
    try {
      const decoded = decode(candidate) ?? undefined;
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
const eventOf = ({ fragments }: Interface, topics: readonly string[]): EventFragment | undefined =>
  fragments.find(
    (item): item is EventFragment =>
      EventFragment.isFragment(item) &&
      item.topicHash === topics[0] &&
      item.inputs.filter(({ indexed }) => indexed).length === topics.length - 1,
  );

const kinds = { function: FunctionFragment, event: EventFragment, error: ErrorFragment } as const;

const fragmentOf = (item: unknown): FunctionFragment | EventFragment | ErrorFragment | undefined => {
  const { type, name, inputs } = (item ?? {}) as Readonly<Record<string, unknown>>;
  const kind = Object.hasOwn(kinds, String(type)) ? kinds[type as keyof typeof kinds] : undefined;
  if (!kind || typeof name !== "string" || !Array.isArray(inputs) || !inputs.every(isEntered)) return undefined;
  try {
    return kind.from(item);
  } catch {
    return undefined;
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
