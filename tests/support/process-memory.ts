import { readFile } from "node:fs/promises";

/** The most memory that a process ever had, in bytes. */
export const peakBytes = async (pid: number): Promise<number> =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))![1]) * 1024;
