import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { testHosting } from "../../../../../tests/support/hosting/hosting.ts";
import { buildFolders } from "../../../../../tests/support/hosting/workers.ts";
import { patience } from "../../../../../tests/support/patience.ts";
import { availableMemoryMb, buildSlots, memoryReserveMb } from "./build-slots.ts";

const MiB = 1024 * 1024;

/** Creates a folder with these files, as the kernel shows them. */
const machine = async (files: Record<string, string>): Promise<string> => {
  const root = await mkdtemp(join(tmpdir(), "freehold-memory-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
};

const meminfo = { "proc/meminfo": "MemTotal:       16777216 kB\nMemFree:  1024 kB\nMemAvailable:    8388608 kB\n" };

test.each([
  [8 * 2048 + memoryReserveMb, 2],
  [2 * 2048 + memoryReserveMb, 2],
  [2 * 2048 + memoryReserveMb - 1, 1],
  [memoryReserveMb, 1],
  [0, 1],
])("with %i MB available, builds of 2048 MB run %i at a time if the setting allows two", (availableMb, slots) => {
  expect(buildSlots({ BUILD_CONCURRENCY: 2, BUILD_MEMORY_MB: 2048 }, availableMb)).toBe(slots);
});

test("without a control group, the machine's available memory counts, with its file cache", async () => {
  expect(await availableMemoryMb(await machine(meminfo))).toBe(8192);
  const unlimited = { "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n" };
  expect(await availableMemoryMb(await machine({ ...meminfo, ...unlimited }))).toBe(8192);
});

test("the smallest limit of the control group and its parents counts, less what is used, but not its file cache", async () => {
  const unit = "sys/fs/cgroup/system.slice/freehold.service";
  const root = await machine({
    ...meminfo,
    "proc/self/cgroup": "0::/system.slice/freehold.service\n",
    [`${unit}/memory.max`]: `${6144 * MiB}\n`,
    [`${unit}/memory.current`]: `${1024 * MiB}\n`,
    "sys/fs/cgroup/system.slice/memory.max": `${4096 * MiB}\n`,
    "sys/fs/cgroup/system.slice/memory.current": `${2048 * MiB}\n`,
    "sys/fs/cgroup/system.slice/memory.stat": `anon 1\ninactive_file ${512 * MiB}\nslab 2\n`,
  });
  expect(await availableMemoryMb(root)).toBe(4096 - 2048 + 512);
});

test("limits of version 1 control groups count", async () => {
  const group = "sys/fs/cgroup/memory";
  const root = await machine({
    ...meminfo,
    "proc/self/cgroup": "4:memory:/docker/x\n",
    [`${group}/memory.limit_in_bytes`]: `${3072 * MiB}\n`,
    [`${group}/memory.usage_in_bytes`]: `${1024 * MiB}\n`,
    [`${group}/memory.stat`]: `total_inactive_file ${256 * MiB}\n`,
  });
  expect(await availableMemoryMb(root)).toBe(3072 - 1024 + 256);
});

test("the memory of this machine is read", async () => {
  const available = await availableMemoryMb();
  expect(available).toBeGreaterThan(0);
  expect(available).toBeLessThan(totalmem() / MiB);
});

test("a machine with memory for less than one build runs builds one after the other", async () => {
  const cloud = await testHosting({
    BUILD_CONCURRENCY: "3",
    BUILD_MEMORY_MB: String(Math.ceil(totalmem() / MiB)),
  });
  await cloud.hosting.work();
  const team = await cloud.team();
  const repository = await cloud.repository(team, { "index.html": "x" });
  const buildCommand = "until test -e go; do sleep 0.1; done";
  const settings = { deployType: "REPOSITORY", repoId: repository.id, buildCommand } as const;
  const first = await cloud.build(team, await cloud.project(team, settings));
  const second = await cloud.build(team, await cloud.project(team, settings));
  const finish = async (id: string): Promise<void> => {
    await cloud.reaches(team, id, "running");
    const [folder, ...others] = await buildFolders(cloud.dataDir);
    expect([folder, ...others]).toEqual([expect.stringContaining(id)]);
    await writeFile(join(folder!, "source/go"), "");
    expect(await cloud.ended(team, id)).toMatchObject({ state: "success" });
    await vi.waitFor(async () => expect(await buildFolders(cloud.dataDir)).not.toContain(folder), patience);
  };
  await cloud.reaches(team, first, "running");
  expect(await cloud.deployment(team, second)).toMatchObject({ state: "queued" });
  await finish(first);
  await finish(second);
});
