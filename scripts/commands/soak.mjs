import { ensureDashboard } from "../lib/dashboard.mjs";
import { ensureCloudTools, ensureTestTools } from "../lib/tools.mjs";
import { closingLines, runTests } from "../lib/vitest.mjs";
import { say } from "../lib/terminal.mjs";

/** Runs the scenarios of tests/soak at full size; too long for `npm test`. `--minutes 5` sets the duration of those that have one. */
export default async (given) => {
  const at = given.indexOf("--minutes");
  const minutes = at < 0 ? {} : { SOAK_MINUTES: given[at + 1] };
  const args = at < 0 ? given : given.toSpliced(at, 2);
  await ensureCloudTools();
  await ensureTestTools();
  await ensureDashboard();
  // Their output is their figures.
  const counts = await runTests(["--project=soak", ...args], { SOAK: "1", ...minutes }, "false");
  say(closingLines(counts));
  return counts.failed === 0 ? 0 : 1;
};
