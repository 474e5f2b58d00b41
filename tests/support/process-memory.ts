import { readFile } from "node:fs/promises";

/** The most memory that a process ever had, in bytes. */
export const peakBytes = async (pid: number): Promise<number> =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))![1]) * 1024;

/** Memory that a process has, in bytes; what it shares with others is divided among them (Linux). */
export const proportionalBytes = async (pid: number): Promise<number> =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, "utf8"))![1]) * 1024;
