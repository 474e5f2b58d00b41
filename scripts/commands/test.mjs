import { formatCheck, lint, runChecks, typeCheck } from "../lib/checks.mjs";
import { ensureDashboard } from "../lib/dashboard.mjs";
import { say } from "../lib/terminal.mjs";
import { ensureCloudTools, ensureTestTools } from "../lib/tools.mjs";
import { closingLine, runTests } from "../lib/vitest.mjs";

/** All checks and tests. Closes with one line: how many passed, failed and were skipped. */
export default async (args) => {
  await ensureCloudTools();
  await ensureTestTools();
  const checks = await runChecks([typeCheck, lint, formatCheck]);
  const build = await buildDashboard();
  const tests = await runTests(args);

  const passed = checks.passed + tests.passed;
  const failed = checks.failed + build.failed + tests.failed;
  say(closingLine({ passed, failed, skipped: tests.skipped }));
  return failed === 0 ? 0 : 1;
};

/** The browser tests look at the built dashboard. */
const buildDashboard = async () => {
  try {
    await ensureDashboard();
    return { failed: 0 };
  } catch (error) {
    say(`\n${error.message}\n`);
    return { failed: 1 };
  }
};
