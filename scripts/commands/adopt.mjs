import { passThrough } from "../lib/processes.mjs";

export default (args) => passThrough(process.execPath, ["src/cloud/backup/main.ts", "adopt", ...args]);
