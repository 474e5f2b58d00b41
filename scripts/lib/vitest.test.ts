import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./root.mjs";
import { closingLines, countsOf } from "./vitest.mjs";

const passed = { status: "passed", fullName: "a rule", failureMessages: [] };
const flaky = {
  status: "passed",
  fullName: "another rule",
  failureMessages: [
    `\u001b[31mError\u001b[39m: expected 1 to be 2\n\n- Expected  - 1\n+ Received  + 1\n\n- 2\n+ 1\n    at ${join(root, "tests/a.test.ts")}:3:5`,
    "Error: a later one",
  ],
};
const report = {
  numPassedTests: 2,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: [
    {
      name: join(root, "tests/a.test.ts"),
      status: "passed",
      assertionResults: [passed, flaky],
      startTime: 0,
      endTime: 1000,
    },
  ],
};

test("a run ends with the tests that passed only on retry, each with its first error's line and differences, and the counts", () => {
  expect(closingLines(countsOf(report)).split("\n")).toEqual([
    "",
    "Flaky, passed only on retry:",
    "  tests/a.test.ts: another rule",
    "    Error: expected 1 to be 2 (tests/a.test.ts:3)",
    "      - 2",
    "      + 1",
    "",
    "2 passed, 0 failed, 1 skipped",
  ]);
});

test("a run says how long it took, before the counts", () => {
  const counts = countsOf({ ...report, testResults: [] });
  const took = { seconds: 725.4, cpuSeconds: 1290.6 };
  expect(closingLines(counts, took)).toBe("12 min 5 s, 1291 s of processor time\n2 passed, 0 failed, 1 skipped");
});

test("a run says what each part and its slowest files cost", () => {
  const file = (name: string, seconds: number) => ({
    name: join(root, name),
    status: "passed",
    assertionResults: [1.5, 2].map((cpuSeconds) => ({ ...passed, meta: { cpuSeconds } })),
    startTime: 1000,
    endTime: 1000 + seconds * 1000,
  });
  const files = [file("tests/a/quick", 19), file("tests/a/slow", 21.4), file("tests/b/slower", 210)];
  expect(closingLines(countsOf({ ...report, testResults: files })).split("\n")).toEqual([
    "",
    "Parts, with the processor time of their workers:",
    "    40 s    7 s    2 files     4 tests  tests/a",
    "   210 s    4 s    1 files     2 tests  tests/b",
    "",
    "Slowest files, with the processor time of their worker:",
    "   210 s    4 s  tests/b/slower",
    "    21 s    4 s  tests/a/slow",
    "2 passed, 0 failed, 1 skipped",
  ]);
});

test("a file that fails outside its tests and a missing report count as failures", () => {
  const broken = { name: join(root, "tests/b.test.ts"), status: "failed", assertionResults: [] };
  expect(countsOf({ ...report, testResults: [broken] })).toMatchObject({ passed: 2, failed: 1 });
  expect(closingLines(countsOf(undefined))).toBe("0 passed, 1 failed");
});
