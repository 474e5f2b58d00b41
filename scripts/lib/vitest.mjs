/** Runs vitest and counts the results. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { passThrough } from "./processes.mjs";
import { root } from "./root.mjs";

/** Runs all tests, or those in `args`, with vitest's report on the terminal. `silent`: whose output is left out. Returns the counts. */
export const runTests = async (args, env = {}, silent = "passed-only") => {
  const folder = mkdtempSync(join(tmpdir(), "freehold-report-"));
  const reportFile = join(folder, "report.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
  const code = await passThrough(process.execPath, [vitest, "run", `--silent=${silent}`, ...reporters, ...args], {
    env,
  });
  const counts = countsOf(readReport(reportFile));
  rmSync(folder, { recursive: true, force: true });
  // An error outside of tests still fails the run.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
};

export const noTests = { passed: 0, failed: 0, skipped: 0, flaky: [], slow: [] };

export const addCounts = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  flaky: [...one.flaky, ...other.flaky],
  slow: [...one.slow, ...other.slow],
});

/** Files that take less are not worth a line. */
const slowSeconds = 20;
const slowMax = 20;

/**
 * Returns the last lines of a run: what each part cost, the slowest files, tests that passed only on retry with their first error, the time
 * it took (seconds), and the counts.
 */
export const closingLines = ({ passed, failed, skipped, flaky, slow }, took) =>
  [
    ...byFolder(slow),
    ...slowest(slow),
    ...(flaky.length > 0
      ? ["", "Flaky, passed only on retry:", ...flaky.map(({ test, error }) => `  ${test}\n    ${error}`), ""]
      : []),
    ...(took ? [timeLine(took)] : []),
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
  ].join("\n");

const column = (seconds) => `${String(Math.round(seconds)).padStart(4)} s`;

/** Parts that cost less are not worth a line. */
const partSeconds = 10;

/** Adds up the files of each part, such as src/cloud/hosting or tests/e2e/hosting, if a run has several. */
const byFolder = (files) => {
  const parts = Map.groupBy(files, ({ file }) => file.split("/").slice(0, -1).slice(0, 3).join("/"));
  if (parts.size < 2) return [];
  const sum = (all, name) => all.reduce((total, one) => total + one[name], 0);
  const lines = [...parts]
    .map(([part, all]) => ({
      part,
      files: all.length,
      tests: sum(all, "tests"),
      seconds: sum(all, "seconds"),
      cpu: sum(all, "cpuSeconds"),
    }))
    .filter(({ seconds }) => seconds >= partSeconds)
    .toSorted((one, other) => other.cpu - one.cpu)
    .map((one) => {
      const counts = `${String(one.files).padStart(4)} files ${String(one.tests).padStart(5)} tests`;
      return `  ${column(one.seconds)} ${column(one.cpu)} ${counts}  ${one.part}`;
    });
  if (lines.length === 0) return [];
  return ["", "Parts, with the processor time of their workers:", ...lines];
};

const slowest = (files) => {
  const listed = files
    .filter(({ seconds }) => seconds >= slowSeconds)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, slowMax);
  const lines = listed.map(({ file, seconds, cpuSeconds }) => `  ${column(seconds)} ${column(cpuSeconds)}  ${file}`);
  return lines.length > 0 ? ["", "Slowest files, with the processor time of their worker:", ...lines] : [];
};

const timeLine = ({ seconds, cpuSeconds }) => {
  const minutes = `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
  return cpuSeconds === undefined ? minutes : `${minutes}, ${Math.round(cpuSeconds)} s of processor time`;
};

/** Returns the counts and flaky tests of vitest's JSON report; one failure if there is none. */
export const countsOf = (report) => {
  if (!report) return { ...noTests, failed: 1 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    slow: report.testResults.map(({ name, startTime, endTime, assertionResults }) => ({
      file: relative(root, name),
      tests: assertionResults.length,
      seconds: (endTime - startTime) / 1000,
      cpuSeconds: assertionResults.reduce((sum, { meta }) => sum + (meta?.cpuSeconds ?? 0), 0),
    })),
    flaky: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
        .map(({ fullName, failureMessages }) => ({
          test: `${relative(root, name)}: ${fullName}`,
          error: firstError(failureMessages[0]),
        })),
    ),
  };
};

/** Differences of a comparison: enough to recognize what was there, such as one complaint of many. */
const differencesMax = 5;

/** Returns the first line of an error with the differences below it, and the line of the tests that it comes from. */
const firstError = (message) => {
  const text = stripVTControlCharacters(message).trim();
  const [place] = /(?<=^ +at .*)[\w./-]+\.test\.tsx?:\d+/m.exec(text) ?? [];
  const [first, ...lines] = text.split("\n");
  const differences = lines.filter((line) => /^\s*[+-]\s/.test(line) && !/^\s*[+-] (Expected|Received)\b/.test(line));
  const shown = differences.slice(0, differencesMax).map((line) => `\n      ${line.trim()}`);
  return (place ? `${first} (${relative(root, place)})` : first) + shown.join("");
};

const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
};
