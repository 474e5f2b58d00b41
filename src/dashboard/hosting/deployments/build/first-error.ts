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
/** "error during build:", "Build failed with 1 error:": what went wrong follows. */
const heading = /:$/;
/** Lines after a heading that are searched for what it announces. */
const announcedMax = 4;

/** Returns the index of the first line of a log that tells an error; undefined if none does. */
export const firstErrorIn = (lines: readonly { readonly content: string }[]): number | undefined => {
  const textAt = (at: number): string => plainText(lines[at]?.content ?? "").trim();
  const found = lines.findIndex((_, at) => {
    const text = textAt(at);
    return !command.test(text) && patterns.some((pattern) => pattern.test(text));
  });
  if (found < 0) return undefined;
  const following = Array.from({ length: announcedMax + 1 }, (_, offset) => found + offset);
  return following.find((at) => textAt(at) !== "" && !heading.test(textAt(at))) ?? found;
};
