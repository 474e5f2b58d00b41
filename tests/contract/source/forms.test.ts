/** A form edits the body of a declared call or a resource. Any other says why, in the line above. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { filesOf } from "../../voice/visible-text.ts";

/** Raise it for no form that one declared call can take: `callForm` takes fields in another shape, and parts of a body. */
const ownFormsMax = 7;
const reason = /^\s*\/\/ Own form: \S.*\.$/;

/** Returns the line above each use. */
const linesAbove = (source: string): string[] => {
  const lines = source.split("\n");
  return lines.flatMap((line, at) => (/\bownForm\(/.test(line) ? [lines[at - 1] ?? ""] : []));
};

test("the rule finds a form without a reason", () => {
  const source = "// Own form: two calls.\nform={ownForm(fields, save)}\nsubmit\nform={ownForm(other, save)}";
  expect(linesAbove(source).map((line) => reason.test(line))).toEqual([true, false]);
});

test(`at most ${ownFormsMax} forms send anything but one declared call or record, and each says why`, () => {
  const uses = filesOf(/^src\/dashboard\/.*\.tsx?$/).flatMap((file) =>
    linesAbove(readFileSync(file, "utf8")).map((above) => ({ file, above })),
  );
  expect(uses.filter(({ above }) => !reason.test(above))).toEqual([]);
  expect(uses.length).toBeLessThanOrEqual(ownFormsMax);
});
