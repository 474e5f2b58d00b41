import { lint, runChecks } from "../lib/checks.mjs";

export default async () => ((await runChecks([lint])).failed === 0 ? 0 : 1);
