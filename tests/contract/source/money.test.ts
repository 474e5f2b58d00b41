/** Money is formatted in one place, resources/money.ts: dollars first, never an amount of LAND alone. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { filesOf } from "../../voice/visible-text.ts";

/** A value or a number followed by LAND, and a unit converted for display. */
const ownFormats = [/(?:\}|<\/\w+>)(?: [KMBT])?\s+LAND\b/, /\d[\d,.]* ?[KMBT]? LAND\b/, /landUnit\)\.toLocaleString\(/];
const isComment = /^\s*(?:\/\/|\/?\*)/;
const dollarsOfLand = /\$\$\{[^}]*\b(?:land|toFixed|toShort)\b/;

const violations = (source: string): string[] =>
  source
    .split("\n")
    .filter((line) => !isComment.test(line) && [...ownFormats, dollarsOfLand].some((format) => format.test(line)));

test("the rule finds every other way to write an amount", () => {
  const others = [
    "`${formatted} LAND left`",
    "<b>{short}</b> LAND",
    "<b>5</b> LAND",
    '"costs 80.71 K LAND"',
    "(land / landUnit).toLocaleString()",
    "`$${toFixed(usd, one, 2)}`",
  ];
  expect(others.flatMap(violations)).toEqual(others);
  expect(violations("/** Like 80.71 K LAND. */\nconst text = `${formatDollars(land)} of LAND`;")).toEqual([]);
});

test("only resources/money.ts formats amounts of LAND and their dollars", () => {
  const files = filesOf(/^(?:src|resources)\/.*\.tsx?$/).filter(
    (file) => !file.includes(".test.") && file !== "resources/money.ts",
  );
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) =>
    violations(readFileSync(file, "utf8")).map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
