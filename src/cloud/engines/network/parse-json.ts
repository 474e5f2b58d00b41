/** Parses untrusted JSON. A megabyte of brackets would block the event loop for most of a second. */
import { jsonDepthMax } from "../../../../resources/limits.ts";

/** Parses JSON; returns undefined if it is invalid or nested too deeply. */
export const parseJson = (text: string): unknown => {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A number whose text JavaScript would change: JSON.stringify writes it as it was. */
export interface RawNumber {
  readonly rawJSON: string;
}

/** Part of ES2026 (proposal JSON.parse source text access); TypeScript doesn't declare it yet. */
const json = JSON as unknown as {
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
};

export const rawNumber = json.rawJSON;
export const isRawNumber = json.isRawJSON;

/** Long numbers, and those with a fraction, an exponent or a negative zero. Also finds some in strings, which costs only time. */
const mayChange = /(?:^|[:,[\s])-?(?:\d{16}|\d+[.eE]|(?<=-)0)/;

/** Like JSON.parse, for what is passed on: numbers keep their digits, such as 9007199254740993 and 1.10, as RawNumber. */
export const parseExact = (text: string): unknown =>
  mayChange.test(text)
    ? json.parse(text, (_key, value, { source }) =>
        typeof value === "number" && source !== undefined && JSON.stringify(value) !== source
          ? rawNumber(source)
          : value,
      )
    : JSON.parse(text);

/** The same for untrusted JSON; returns undefined if it is invalid or nested too deeply. */
export const parseExactJson = (text: string): unknown => {
  if (isTooDeep(text)) return undefined;
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
};

const [quote, backslash] = ['"', "\\"].map((character) => character.charCodeAt(0));
const opening = new Set(["[", "{"].map((character) => character.charCodeAt(0)));
const closing = new Set(["]", "}"].map((character) => character.charCodeAt(0)));

/** Returns whether arrays and objects are nested beyond `jsonDepthMax`, in one pass. */
export const isTooDeep = (text: string): boolean => {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === backslash) at += 1;
      else if (character === quote) inString = false;
    } else if (character === quote) inString = true;
    else if (opening.has(character)) {
      depth += 1;
      if (depth > jsonDepthMax) return true;
    } else if (closing.has(character)) depth -= 1;
  }
  return false;
};
