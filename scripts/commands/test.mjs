import { formatCheck, lint, reportChecks, startChecks } from "../lib/checks.mjs";
import { ensureDashboard } from "../lib/dashboard.mjs";
import { cpuSeconds } from "../lib/processes.mjs";
import { runsOf } from "../lib/selection.mjs";
import { say } from "../lib/terminal.mjs";
import { ensureCloudTools, ensureTestTools } from "../lib/tools.mjs";
import { addCounts, closingLines, noTests, runTests } from "../lib/vitest.mjs";

/**
 * Runs the checks beside the tests: all tests, those of capabilities (`hosting`), those that a change can break
 * (`--changed`), or vitest's own arguments. Ends with the flaky tests, the time, and one line of counts.
 */
export default async (args) => {
  await ensureCloudTools();
  await ensureTestTools();
  const startedMs = Date.now();
  const runs = await runsOf(args);
  const checks = startChecks([lint, formatCheck]);
  const build = await buildDashboard();
  let tests = noTests;
  for (const run of runs) tests = addCounts(tests, await runTests(run));
  const checked = await reportChecks(checks);

  const passed = checked.passed + tests.passed;
  const failed = checked.failed + build.failed + tests.failed;
  const took = { seconds: (Date.now() - startedMs) / 1000, cpuSeconds: cpuSeconds() };
  say(closingLines({ ...tests, passed, failed }, took));
  return failed === 0 ? 0 : 1;
};

/** The browser tests use the built dashboard. */
const buildDashboard = async () => {
  try {
    await ensureDashboard();
    return { failed: 0 };
  } catch (error) {
    say(`\n${error.message}\n`);
    return { failed: 1 };
  }
};
