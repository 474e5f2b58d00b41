/** Finds what went wrong in the log of a failed build. */
import { plainText } from "../../../ui/log/ansi.ts";

/** "error:", "[ERROR]", "error TS2304:", "error during build:", "SyntaxError:", "[PARSE_ERROR]", "npm ERR!", "vite: not found". */
const patterns = [
  /\bERR!/,
  /\b(?:error|fatal)\b(?: [A-Z]+\d+)?(?:\s*[:\]]| in | during )/i,
  /\b\w*(?:Error|_ERROR)\b\s*[:\]]/,
  /: (?:command )?not found$/,
];

/** A command that the build ran, as the log shows it: a text within it is no error yet. */
const command = /^\$ /;

/** Returns the index of the first line of a log that tells an error; undefined if none does. */
export const firstErrorIn = (lines: readonly { readonly content: string }[]): number | undefined => {
  const found = lines.findIndex(({ content }) => {
    const text = plainText(content).trim();
    return !command.test(text) && patterns.some((pattern) => pattern.test(text));
  });
  return found < 0 ? undefined : found;
};
