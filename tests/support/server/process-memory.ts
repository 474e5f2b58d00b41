import { readFile } from "node:fs/promises";

/** Returns a process's peak memory in bytes. */
export const peakBytes = async (pid: number): Promise<number> =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))![1]) * 1024;

/** Returns a process's memory in bytes, with its share of shared memory (Linux). */
export const proportionalBytes = async (pid: number): Promise<number> =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, "utf8"))![1]) * 1024;
