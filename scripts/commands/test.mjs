import { formatCheck, lint, runChecks, typeCheck } from "../lib/checks.mjs";
import { ensureDashboard } from "../lib/dashboard.mjs";
import { say } from "../lib/terminal.mjs";
import { ensureCloudTools, ensureTestTools } from "../lib/tools.mjs";
import { closingLines, runTests } from "../lib/vitest.mjs";

/** Runs all checks and tests. Ends with the flaky tests and one line of counts: passed, failed, skipped. */
export default async (args) => {
  await ensureCloudTools();
  await ensureTestTools();
  const checks = await runChecks([typeCheck, lint, formatCheck]);
  const build = await buildDashboard();
  const tests = await runTests(args);

  const passed = checks.passed + tests.passed;
  const failed = checks.failed + build.failed + tests.failed;
  say(closingLines({ passed, failed, skipped: tests.skipped, flaky: tests.flaky }));
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
