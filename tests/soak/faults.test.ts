/**
 * Kills processes, restarts databases, fills disks, damages blobs and moves clocks under mixed load. No acknowledged
 * write is lost, and all sums are exact. Long: one test per kind of fault.
 */
import { execFile } from "node:child_process";
import { mkdir, open, readdir, rm, stat, statfs, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { errors } from "../../resources/declare/errors.ts";
import { startCloudProcess, temporaryFolder, type CloudProcess } from "../support/server/cloud-process.ts";
import { dice } from "../support/chains/dice.ts";
import { startExternalDatabase } from "../support/database/external-database.ts";
import { killProcesses } from "../support/server/killed-processes.ts";
import { mixedLoad, type MixedLoad } from "../support/fuzz/mixed-load.ts";
import { expectReady } from "../support/server/ready.ts";
import { mountShared, mountSmallDisk } from "../support/server/small-disk.ts";
import { unlockAllUsersOn } from "../support/billing/unlocks.ts";

/**
 * `FAULT_KILLS`, `FAULT_ROUNDS`: number of kills, and of rounds of each other fault. `FAULT_SEED`: the random sequence.
 */
const kills = Number(process.env.FAULT_KILLS ?? 200);
const rounds = Number(process.env.FAULT_ROUNDS ?? 20);
const seed = process.env.FAULT_SEED ?? "faults";
const dayMs = 86_400_000;
const longestWorkMs = 2500;
const MiB = 1024 * 1024;
const patience = { timeout: 120_000, interval: 100 };
const chains = { EVM_BLOCK_MS: "50" };

const report = (load: MixedLoad, outcome: object = {}): void => {
  const counts = load.counts();
  console.log(JSON.stringify({ ...outcome, ...counts }));
  expect(Math.min(counts.objects, counts.deployments, counts.payments, counts.collects)).toBeGreaterThan(0);
};

test(`${kills} kills of the server, the database, chain nodes and other processes lose no acknowledged write`, async () => {
  const outcome = await killProcesses(kills, seed);
  console.log(JSON.stringify(outcome));
  expect(outcome.objects).toBeGreaterThan(0);
  expect(outcome.deployments).toBeGreaterThan(0);
  expect(outcome.payments).toBeGreaterThan(0);
  expect(outcome.collects).toBeGreaterThan(0);
});

test(`${rounds} kills of web and worker processes running side by side lose no acknowledged write`, async (context) => {
  const folder = await temporaryFolder();
  const [webDir, workerDir] = [join(folder, "web"), join(folder, "worker")];
  for (const each of [webDir, workerDir]) await mkdir(each);
  if (!mountShared(webDir, workerDir)) return context.skip("Mounting folders needs root.");
  const database = await startExternalDatabase(folder);
  const start = (role: "web" | "worker"): CloudProcess =>
    startCloudProcess(role === "web" ? webDir : workerDir, { ...database.settings, ...chains, ROLE: role });
  const running = { web: start("web"), worker: start("worker") };
  let url = await running.web.ready;
  await running.worker.ready;
  await unlockAllUsersOn(folder);
  const load = await mixedLoad(url);
  const roll = dice(seed);
  for (let round = 0; round < rounds; round += 1) {
    load.start(url);
    await delay(roll(longestWorkMs));
    const victims = (["worker", "web", "worker and web"] as const)[round % 3]!;
    for (const role of ["web", "worker"] as const) if (victims.includes(role)) await running[role].end("SIGKILL");
    await delay(roll(longestWorkMs));
    await load.stop();
    for (const role of ["web", "worker"] as const) if (victims.includes(role)) running[role] = start(role);
    await running.worker.ready;
    url = await running.web.ready;
    await expectReady(url);
  }
  await load.expectAllThere(url, folder);
  report(load, { rounds });
});

test(`${rounds} orderly and hard restarts of an external database lose no acknowledged write`, async () => {
  const folder = await temporaryFolder();
  const database = await startExternalDatabase(folder);
  const cloud = startCloudProcess(join(folder, "data"), { ...database.settings, ...chains });
  const url = await cloud.ready;
  await unlockAllUsersOn(folder);
  const load = await mixedLoad(url);
  const roll = dice(seed);
  for (let round = 0; round < rounds; round += 1) {
    load.start(url);
    await delay(roll(longestWorkMs));
    if (round % 2 === 0) {
      await database.stop();
      await delay(roll(longestWorkMs));
      await database.start();
    } else await database.kill();
    await delay(roll(longestWorkMs));
    await load.stop();
    await expectReady(url);
    expect(cloud.child.exitCode).toBe(null);
  }
  await load.expectAllThere(url, folder);
  report(load, { rounds });
});

test("a disk that fills up under load, with and without a kill, loses no acknowledged write", async (context) => {
  const folder = await temporaryFolder();
  if (!mountSmallDisk(folder, 1500 * MiB)) return context.skip("Mounting a small disk needs root.");
  const dataDir = join(folder, "data");
  const ballast = join(folder, "ballast");
  const settings = { ...chains, DISK_MIN_FREE_MB: "150", DISK_RESERVE_MB: "100" };
  let cloud = startCloudProcess(dataDir, settings);
  let url = await cloud.ready;
  await unlockAllUsersOn(dataDir);
  const load = await mixedLoad(url);
  const hasReserve = () =>
    stat(join(dataDir, "reserve")).then(
      () => true,
      () => false,
    );
  const fillings = Math.min(rounds, 6);
  for (let round = 0; round < fillings; round += 1) {
    await expect.poll(hasReserve, patience).toBe(true);
    load.start(url);
    await delay(longestWorkMs);
    await fill(folder, ballast);
    await expect.poll(hasReserve, patience).toBe(false);
    await delay(longestWorkMs);
    await load.stop();
    const full = load.counts().objects;
    await expectReady(url);
    if (round % 2 === 1) {
      await cloud.end("SIGKILL");
      cloud = startCloudProcess(dataDir, settings);
      url = await cloud.ready;
    }
    await rm(ballast);
    load.start(url);
    await expect.poll(() => load.counts().objects, patience).toBeGreaterThan(full);
    await load.stop();
  }
  const refused = await load.expectAllThere(url, dataDir, [errors.DISK_FULL.message]);
  report(load, { fillings, refused });
});

test(`${rounds} blobs damaged under load are repaired by the next upload of the same bytes, or from a backup`, async () => {
  const folder = await temporaryFolder();
  const [dataDir, backup] = [join(folder, "data"), join(folder, "back-up")];
  const cloud = startCloudProcess(dataDir, chains);
  const url = await cloud.ready;
  await unlockAllUsersOn(dataDir);
  const load = await mixedLoad(url);
  const roll = dice(seed);
  const damage = async (blobs: readonly string[]): Promise<void> => {
    for (let n = 0; n < rounds; n += 1) {
      const path = join(dataDir, "blobs", blobs[roll(blobs.length)]!);
      const { size } = await stat(path).catch(() => ({ size: 0 }));
      if (size === 0) continue;
      if (n % 3 === 0) await truncate(path, roll(size));
      else if (n % 3 === 1) await flip(path, roll(size));
      else await rm(path);
    }
  };
  load.start(url);
  await expect.poll(async () => (await readdir(join(dataDir, "blobs"))).length, patience).toBeGreaterThan(3 * rounds);
  await maintain(dataDir, ["backup", "--to", backup]);
  const blobs = await readdir(join(backup, "blobs"));
  await damage(blobs);
  const storedAgain = await load.storeDamaged(url);
  await load.stop();
  const afterUploads = await maintain(dataDir, ["verify"]).catch((error: unknown) => String(error));
  const verified = await maintain(dataDir, ["verify", "--from", backup]);
  await load.expectAllThere(url, dataDir);
  report(load, { rounds, backedUp: blobs.length, storedAgain, afterUploads, verified });
  expect(storedAgain).toBeGreaterThan(0);
});

test("the server's clock jumps three days forward and back: no write is lost, and users continue", async () => {
  const folder = await temporaryFolder();
  const [dataDir, shiftFile] = [join(folder, "data"), join(folder, "shift")];
  const shift = pathToFileURL(join(import.meta.dirname, "../support/shifted-clock.mjs")).href;
  let load: MixedLoad | undefined;
  /** Clock shifts in days, in sequence; each line is a separate process. */
  for (const jumps of [[0], [3], [0], [-3], [0, 3, 0, -3, 0]]) {
    const cloud = startCloudProcess(dataDir, {
      ...chains,
      NODE_OPTIONS: `--import=${shift}`,
      CLOCK_SHIFT_MS: String(jumps[0]! * dayMs),
      CLOCK_SHIFT_FILE: shiftFile,
    });
    const url = await cloud.ready;
    if (!load) await unlockAllUsersOn(dataDir);
    load ??= await mixedLoad(url);
    for (const days of jumps) {
      await writeFile(shiftFile, String(days * dayMs));
      cloud.child.kill("SIGUSR2");
      const before = load.counts();
      load.start(url);
      // S3 signatures are refused when the clocks differ; everything else works.
      await expect.poll(() => load!.counts().deployments, patience).toBeGreaterThan(before.deployments + 1);
      await expect.poll(() => load!.counts().collects, patience).toBeGreaterThan(before.collects);
      await expect.poll(() => load!.counts().payments, patience).toBeGreaterThan(before.payments);
      if (days === 0) await expect.poll(() => load!.counts().objects, patience).toBeGreaterThan(before.objects);
      await load.stop();
      await expectReady(url);
      if (days === 0) await load.expectAllThere(url, dataDir);
    }
    await cloud.end("SIGTERM");
  }
  report(load!);
});

const main = join(import.meta.dirname, "../../src/cloud/backup/main.ts");

/** Runs an operator's command on a data directory. Returns its output. */
const maintain = async (dataDir: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [main, ...args], { env: { ...process.env, DATA_DIR: dataDir } })).stdout;

/**
 * Writes until the disk is almost full, but not to the last byte, which would use the server's reserve as soon as it is
 * released.
 */
const fill = async (folder: string, path: string): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  await writeFile(path, Buffer.alloc(bavail * bsize - 10 * MiB));
};

const flip = async (path: string, at: number): Promise<void> => {
  const handle = await open(path, "r+");
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  byte[0]! ^= 1;
  await handle.write(byte, 0, 1, at);
  await handle.close();
};
