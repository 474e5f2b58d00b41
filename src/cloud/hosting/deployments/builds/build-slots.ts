/** How many builds a worker runs at the same time: BUILD_CONCURRENCY at most, each with BUILD_MEMORY_MB of the available memory. */
import { readFile } from "node:fs/promises";
import { freemem } from "node:os";
import { dirname, join } from "node:path";
import type { Config } from "../../../config.ts";

/** Memory that builds leave to Freehold and other programs, in MB. */
export const memoryReserveMb = 512;

const MiB = 1024 * 1024;

type Limits = Pick<Config, "BUILD_CONCURRENCY" | "BUILD_MEMORY_MB">;

/** Returns the number of builds that fit; at least one, which a machine with too little memory runs too. */
export const buildSlots = ({ BUILD_CONCURRENCY, BUILD_MEMORY_MB }: Limits, availableMb: number): number =>
  Math.max(1, Math.min(BUILD_CONCURRENCY, Math.floor((availableMb - memoryReserveMb) / BUILD_MEMORY_MB)));

/**
 * Returns the memory available to this process, in MB: that of the machine, or less if a control group (container, systemd unit) limits it.
 * File cache counts as available. `root` holds /proc and /sys.
 */
export const availableMemoryMb = async (root = "/"): Promise<number> => {
  const meminfo = await read(join(root, "proc/meminfo"));
  const machine = /^MemAvailable:\s+(\d+) kB$/m.exec(meminfo)?.[1];
  const machineBytes = machine === undefined ? freemem() : Number(machine) * 1024;
  const groups = [...(await unifiedGroups(root)), join(root, "sys/fs/cgroup/memory")];
  const grouped = await Promise.all(groups.map(availableInGroup));
  return Math.floor(Math.min(machineBytes, ...grouped) / MiB);
};

/** Returns the folders of this process's control group and its parents: each can have a limit. */
const unifiedGroups = async (root: string): Promise<string[]> => {
  const path = /^0::(\/.*)$/m.exec(await read(join(root, "proc/self/cgroup")))?.[1];
  const folders: string[] = [];
  for (let group = path; group !== undefined; group = group === "/" ? undefined : dirname(group))
    folders.push(join(root, "sys/fs/cgroup", group));
  return folders;
};

/** Reads the files of either version of control groups. Infinity without a limit. */
const availableInGroup = async (folder: string): Promise<number> => {
  const limit = (await read(join(folder, "memory.max"))) || (await read(join(folder, "memory.limit_in_bytes")));
  const limitBytes = Number.parseInt(limit, 10);
  if (Number.isNaN(limitBytes)) return Infinity;
  const used = (await read(join(folder, "memory.current"))) || (await read(join(folder, "memory.usage_in_bytes")));
  const cached = /^(?:total_)?inactive_file (\d+)$/m.exec(await read(join(folder, "memory.stat")))?.[1] ?? "0";
  return limitBytes - (Number.parseInt(used, 10) || 0) + Number(cached);
};

const read = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");
