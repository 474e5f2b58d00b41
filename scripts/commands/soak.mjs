import { ensureDashboard } from "../lib/dashboard.mjs";
import { ensureCloudTools, ensureTestTools } from "../lib/tools.mjs";
import { closingLines, runTests } from "../lib/vitest.mjs";
import { say } from "../lib/terminal.mjs";

/** Runs the scenarios of tests/soak at full size; too long for `npm test`. */
export default async (args) => {
  await ensureCloudTools();
  await ensureTestTools();
  await ensureDashboard();
  const counts = await runTests(["--project=soak", ...args], { SOAK: "1" });
  say(closingLines(counts));
  return counts.failed === 0 ? 0 : 1;
};
