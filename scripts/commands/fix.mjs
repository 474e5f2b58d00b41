import { formatFix, lintFix, runChecks } from "../lib/checks.mjs";

export default async () => ((await runChecks([lintFix, formatFix])).failed === 0 ? 0 : 1);
