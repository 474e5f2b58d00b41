import { formatFix, lintFix, runChecks } from "../lib/checks.mjs";

/** In sequence, since both write. */
export default async () => {
  const { failed } = await runChecks([lintFix]);
  return failed + (await runChecks([formatFix])).failed === 0 ? 0 : 1;
};
