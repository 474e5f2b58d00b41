/** Memory of a process and everything below it, as the kernel counts it. Works without cgroups. */
import { readdirSync, readFileSync } from "node:fs";

/** Bytes of memory that the tree under `rootPid` holds for itself: resident, and not a file's. */
export const treeMemoryBytes = (rootPid: number): number => {
  let total = 0;
  const waiting = [rootPid];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    total += ownBytes(pid);
    waiting.push(...childrenOf(pid));
  }
  return total;
};

const ownBytes = (pid: number): number => {
  const status = readProc(`/proc/${pid}/status`);
  const kibibytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)].map(([, size]) => Number(size));
  return kibibytes.reduce((sum, size) => sum + size, 0) * 1024;
};

const childrenOf = (pid: number): number[] =>
  listProc(`/proc/${pid}/task`).flatMap((thread) =>
    readProc(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean).map(Number),
  );

/** A process may end between two reads; then it holds nothing. */
const readProc = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

const listProc = (path: string): string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};
