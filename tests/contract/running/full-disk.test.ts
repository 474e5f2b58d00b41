import { randomUUID } from "node:crypto";
import { statfsSync } from "node:fs";
import { mkdir, open, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { privateKeyToAccount, generatePrivateKey } from "viem/accounts";
import {
  processesOn,
  startCloudProcess,
  temporaryFolder,
  type CloudProcess,
} from "../../support/server/cloud-process.ts";
import { expectReady } from "../../support/server/ready.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { mountSmallDisk } from "../../support/server/small-disk.ts";

const MiB = 1024 * 1024;
const folder = await temporaryFolder();
const isSmall = mountSmallDisk(folder, 332 * MiB);
const patience = { timeout: 90_000, interval: 200 };
const freeBytes = (): number => statfsSync(folder).bavail * statfsSync(folder).bsize;

/** Kills the server, and waits for its database, which shuts down by itself and would free space on a full disk. */
const kill = async (cloud: CloudProcess, dataDir: string): Promise<void> => {
  await cloud.end("SIGKILL");
  await vi.waitFor(() => expect(processesOn(dataDir)).toEqual([]), patience);
};

/** Writes until the disk is full. */
const fill = async (path: string): Promise<void> => {
  const handle = await open(path, "a");
  try {
    for (const chunk of [MiB, 4096])
      while (true) if (!(await handle.write(Buffer.alloc(chunk)).catch(() => undefined))) break;
  } finally {
    await handle.close();
  }
};

test.skipIf(!isSmall)(
  "a server with a full disk keeps running, refuses content, starts again after a kill, and recovers automatically",
  async () => {
    const dataDir = join(folder, "data");
    const ballast = join(folder, "ballast");
    const settings = { DISK_MIN_FREE_MB: "40", DISK_RESERVE_MB: "32" };
    const cloud = startCloudProcess(dataDir, settings);
    const url = await cloud.ready;
    await vi.waitFor(() => stat(join(dataDir, "reserve")), patience);
    const { accessToken } = await signIn(url, privateKeyToAccount(generatePrivateKey()));
    const user = (at: string) => fetch(`${at}/api/auth/user`, { headers: { authorization: accessToken } });

    await fill(ballast);
    await vi.waitFor(() => expect(stat(join(dataDir, "reserve"))).rejects.toThrow("ENOENT"), patience);
    expect(freeBytes()).toBeLessThan(40 * MiB);
    await expectReady(url);
    expect((await user(url)).status).toBe(200);
    await rm(ballast);
    await vi.waitFor(() => stat(join(dataDir, "reserve")), patience);

    await kill(cloud, dataDir);
    await fill(ballast);
    expect(freeBytes()).toBe(0);
    const again = startCloudProcess(dataDir, settings);
    const restarted = await again.ready;
    expect((await user(restarted)).status).toBe(200);
    await rm(ballast);
    await vi.waitFor(() => stat(join(dataDir, "reserve")), patience);
    expect((await user(restarted)).status).toBe(200);
    await again.end("SIGINT");
  },
);

test.skipIf(!isSmall)(
  "a start on a completely full disk, without a reserve, exits with a sentence that names what to delete",
  async () => {
    const dataDir = join(folder, "without-reserve");
    const cloud = startCloudProcess(dataDir);
    await cloud.ready;
    await kill(cloud, dataDir);
    const cache = join(dataDir, "workers", randomUUID(), "build-cache");
    await mkdir(cache, { recursive: true });
    await writeFile(join(cache, "packages"), Buffer.alloc(3.5 * MiB));
    const ballast = join(folder, "ballast");
    await fill(ballast);
    const refused = startCloudProcess(dataDir);
    await expect(refused.ready).rejects.toThrow(
      `The disk of the data directory ${dataDir} is full, and the reserve is used up. Free at least 64 MiB on this disk, ` +
        "then restart. You can delete these from the data directory: workers (3 MiB).",
    );
    expect(refused.child.exitCode).toBe(1);
    await rm(ballast);
    const again = startCloudProcess(dataDir);
    await expectReady(await again.ready);
    await again.end("SIGINT");
  },
);
