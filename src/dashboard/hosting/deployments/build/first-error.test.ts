import { expect, test } from "vitest";
import { firstErrorIn } from "./first-error.ts";

const indexIn = (...lines: string[]) => firstErrorIn(lines.map((content) => ({ content })));

test("the first line that tells an error is found, in the words of compilers, bundlers, package managers and shells", () => {
  for (const line of [
    "npm ERR! code ENOENT",
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

test("a heading leads to the line that it announces, past further headings and empty lines", () => {
  const announced = "[PARSE_ERROR] Expected `,` or `)` but found `;`";
  expect(indexIn("error during build:", "Build failed with 1 error:", "", announced)).toBe(3);
  expect(indexIn("error during build:", '[vite]: Rollup failed to resolve import "left"')).toBe(1);
  expect(indexIn("error during build:", "", "", "", "", "", "much later")).toBe(0);
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
