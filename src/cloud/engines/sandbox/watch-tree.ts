/** Measures memory and tasks of everything in a sandbox, from the kernel's counters. Works without cgroups. */
import { readdirSync, readFileSync } from "node:fs";

export interface TreeUse {
  /** Private memory of the processes: resident and not backed by a file. */
  readonly bytes: number;
  /** Processes and threads. */
  readonly tasks: number;
}

/**
 * Measures the process and all others of its PID namespace, which its own /proc lists. Walking from parents to children
 * would miss most of a fork bomb: orphans move below a process that was read already.
 */
export const measureTree = (insidePid: number): TreeUse => {
  const folder = `/proc/${insidePid}/root/proc`;
  const statuses = listProc(folder).map((pid) => readProc(`${folder}/${pid}/status`));
  return {
    bytes: sumOf(statuses, /^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm) * 1024,
    tasks: sumOf(statuses, /^Threads:\s+(\d+)$/gm),
  };
};

const sumOf = (statuses: readonly string[], pattern: RegExp): number =>
  statuses.flatMap((status) => [...status.matchAll(pattern)]).reduce((sum, [, size]) => sum + Number(size), 0);

/** Returns "" if the process ended between two reads. */
const readProc = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

const listProc = (path: string): string[] => {
  try {
    return readdirSync(path).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};
