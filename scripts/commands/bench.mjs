import { passThrough } from "../lib/processes.mjs";

/** Measures against floors of the same run; see bench/. */
export default (args) => passThrough(process.execPath, ["bench/run.ts", ...args]);
