import { lint, runChecks, typeCheck } from "../lib/checks.mjs";

export default async () => ((await runChecks([typeCheck, lint])).failed === 0 ? 0 : 1);
