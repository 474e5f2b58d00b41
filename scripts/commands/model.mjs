import { passThrough } from "../lib/processes.mjs";

export default (args) => passThrough(process.execPath, ["src/cloud/model/main.ts", ...args]);
