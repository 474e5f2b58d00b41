/** Static checks: types and lint, format. Each counts as one test. */
import { join } from "node:path";
import { capture } from "./processes.mjs";
import { root } from "./root.mjs";
import { say, step } from "./terminal.mjs";

const bin = (name) => join(root, "node_modules/.bin", name);

/** The linter's rules need the types, so it reports the compiler's errors too: the program is checked once. */
export const lint = { label: "types, lint", program: bin("oxlint"), args: ["--type-aware", "--type-check", "--quiet"] };
export const formatCheck = { label: "format", program: bin("oxfmt"), args: ["--check", "."] };
export const formatFix = { label: "format", program: bin("oxfmt"), args: ["--write", "."] };
export const lintFix = { label: "lint", program: bin("oxlint"), args: ["--type-aware", "--fix"] };

/** Starts checks in parallel. */
export const startChecks = (checks) =>
  checks.map(({ label, program, args }) => ({ label, ended: capture(program, args) }));

/** Prints the results of started checks in turn, with their complaints, and returns how many passed and failed. */
export const reportChecks = async (started) => {
  const counts = { passed: 0, failed: 0 };
  for (const { label, ended } of started) {
    const progress = step(label, "checking");
    const { code, output } = await ended;
    if (code === 0) {
      counts.passed += 1;
      progress.done("passed");
    } else {
      counts.failed += 1;
      progress.fail("failed");
      say(`\n${output.trim()}\n`);
    }
  }
  return counts;
};

/** Runs checks in parallel and prints their results. */
export const runChecks = (checks) => reportChecks(startChecks(checks));
