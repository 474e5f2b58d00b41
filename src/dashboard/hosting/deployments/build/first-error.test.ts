import { expect, test } from "vitest";
import { firstErrorIn } from "./first-error.ts";

const indexIn = (...lines: string[]) => firstErrorIn(lines.map((content) => ({ content })));

test("the first line that tells an error is found, in the words of compilers, bundlers, package managers and shells", () => {
  for (const line of [
    "npm ERR! code ENOENT",
    "error during build:",
    "[PARSE_ERROR] Unexpected token",
    "src/main.ts(3,5): error TS2304: Cannot find name 'x'.",
    "ERROR in ./src/index.js",
    "SyntaxError: Unexpected end of input",
    '\u001B[31m✘ [ERROR] Could not resolve "left"\u001B[0m',
    "sh: 1: vite: not found",
    "fatal: not a git repository",
  ])
    expect(indexIn("$ npm run build || echo 'error: no build'", "vite building", line, "error: later"), line).toBe(2);
});

test("names of files and summaries without errors are none", () => {
  expect(
    indexIn(
      "dist/error.js  2 kB",
      "Found 0 errors.",
      "Compiled without errors",
      "npm warn deprecated",
      "errors/404.html",
    ),
  ).toBeUndefined();
});
