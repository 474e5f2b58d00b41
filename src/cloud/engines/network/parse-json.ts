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
