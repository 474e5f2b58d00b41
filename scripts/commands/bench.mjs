import { ensureDashboard } from "../lib/dashboard.mjs";
import { passThrough } from "../lib/processes.mjs";
import { ensureBenchTools } from "../lib/tools.mjs";

/** Runs the benchmarks against baselines of the same run; see bench/. */
export default async (args) => {
  await ensureBenchTools();
  await ensureDashboard();
  return passThrough(process.execPath, ["bench/run.ts", ...args]);
};
