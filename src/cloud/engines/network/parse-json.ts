/** JSON from strangers. Parsing a megabyte of brackets takes most of a second, in which the process does nothing else. */
import { jsonDepthMax } from "../../../../resources/limits.ts";

/** Parses JSON of any origin; undefined for what is not JSON or nested too deeply. */
export const parseJson = (text: string): unknown => {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const [quote, backslash] = ['"', "\\"].map((character) => character.charCodeAt(0));
const opening = new Set(["[", "{"].map((character) => character.charCodeAt(0)));
const closing = new Set(["]", "}"].map((character) => character.charCodeAt(0)));

/** Whether arrays and objects are nested beyond `jsonDepthMax`. Reads each character once. */
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
