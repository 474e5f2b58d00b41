import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { restartedLine } from "../../../../../resources/hosting/log-line.ts";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";
import {
  buildFolders,
  killWorker,
  packageCaches,
  recordWorker,
  startWorker,
  workerFolders,
} from "../../../../../tests/support/hosting/workers.ts";
import { patience } from "../../../../../tests/support/patience.ts";
import { msOf } from "../../../kernel/duties.ts";
import { messages } from "../messages.ts";
import { claim } from "./queue.ts";
import { leaseFolder, leaseMs, patienceMs, renewalMs, sweepFolders } from "./worker-lease.ts";
import { resumeEvery, tickEvery } from "./worker.ts";

/** One build at a time. */
const one = { BUILD_CONCURRENCY: "1" };

const workersOf = ({ db }: TestHosting) => db.selectFrom("worker").selectAll().orderBy("name").execute();

const areRunning = (cloud: TestHosting, names: readonly string[]) =>
  vi.waitFor(async () => expect((await workersOf(cloud)).map(({ name }) => name)).toEqual(names), patience);

const contentsOf = async (cloud: TestHosting, team: string, id: string) =>
  (await cloud.logOf(team, id)).map(({ content }) => content);

const hasLine = (cloud: TestHosting, team: string, id: string, line: string) =>
  vi.waitFor(async () => expect(await contentsOf(cloud, team, id)).toContain(line), patience);

/** Queues one build in each of some projects, with the same command. */
const queueBuilds = async (cloud: TestHosting, count: number, buildCommand: string) => {
  const team = await cloud.team();
  const repository = await cloud.repository(team, { "index.html": "built" });
  const settings = { deployType: "REPOSITORY", repoId: repository.id, buildCommand } as const;
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await cloud.build(team, await cloud.project(team, settings)));
  return { team, ids };
};

test("two workers on one data directory build at the same time, and neither deletes the other's builds or caches", async () => {
  const cloud = await testHosting();
  startWorker(cloud, { ...one, WORKER_ID: "one" });
  await areRunning(cloud, ["one"]);
  // The marker shows that the folder is still the same one, and the test ends the build.
  const command = "touch marker; echo started; until test -e go; do sleep 0.2; done; test -e marker";
  const { team, ids } = await queueBuilds(cloud, 1, command);
  await hasLine(cloud, team, ids[0]!, "started");

  // Its start sweeps while the first builds; a third one comes while both do.
  startWorker(cloud, { ...one, WORKER_ID: "two" });
  await areRunning(cloud, ["one", "two"]);
  const second = await queueBuilds(cloud, 1, command);
  await hasLine(cloud, second.team, second.ids[0]!, "started");
  startWorker(cloud, { ...one, WORKER_ID: "zero" });
  await areRunning(cloud, ["one", "two", "zero"]);
  await sweepFolders(cloud.db, cloud.dataDir);
  const folders = await buildFolders(cloud.dataDir);
  expect(folders).toHaveLength(2);
  for (const folder of folders) await writeFile(join(folder, "source/go"), "");

  expect(await cloud.ended(team, ids[0]!)).toMatchObject({ state: "success", attempt: 1 });
  expect(await cloud.ended(second.team, second.ids[0]!)).toMatchObject({ state: "success", attempt: 1 });
  expect(await packageCaches(cloud.dataDir)).toHaveLength(2);
  expect(new Set((await workersOf(cloud)).map(({ folder }) => folder)).size).toBe(3);
});

test("the build of a killed worker runs again on the other worker, once, and its log says so", async () => {
  const cloud = await testHosting();
  const workers = new Map<string, ReturnType<typeof startWorker>>();
  for (const name of ["one", "two"]) workers.set(name, startWorker(cloud, { ...one, WORKER_ID: name }));
  await areRunning(cloud, ["one", "two"]);
  const { team, ids } = await queueBuilds(cloud, 1, "echo started; sleep 3; echo done");
  const id = ids[0]!;
  await hasLine(cloud, team, id, "started");
  const { worker: holder } = await cloud.deployment(team, id);
  const rows = await workersOf(cloud);
  const victim = rows.find((row) => row.holder === holder)!;
  await killWorker(workers.get(victim.name)!);

  const end = await cloud.ended(team, id);
  expect(end).toMatchObject({ state: "success", attempt: 3 });
  expect(end.worker).toBe(rows.find((row) => row.holder !== holder)!.holder);
  const lines = await contentsOf(cloud, team, id);
  const countOf = (wanted: string) => lines.filter((line) => line === wanted).length;
  expect([countOf(restartedLine), countOf("started"), countOf("done"), countOf(messages.running)]).toEqual([
    1, 2, 1, 2,
  ]);
});

test("a dead worker's build is queued again within 20 seconds", () => {
  // The lease ends, the duty looks for it (±10 %, and the scheduler's second), and the next worker with a free slot sees it.
  const schedulerMs = 1000;
  const boundMs = leaseMs + msOf(resumeEvery) * 1.1 + schedulerMs + msOf(tickEvery) * 1.1;
  expect(boundMs).toBeLessThanOrEqual(20_000);
  // The dead process may have held the lease of the duty itself, which lasts as long and began no later.
  expect(leaseMs).toBeGreaterThanOrEqual(10_000);
});

test("a worker that can't renew its lease stops its builds before the lease ends, and they run again", async () => {
  // Late by one wait and one pause at most, which leaves time for processes to die.
  expect(patienceMs + renewalMs + msOf(tickEvery) * 1.1).toBeLessThan(leaseMs - 1000);
  const cloud = await testHosting();
  await cloud.hosting.work();
  const [before] = await workersOf(cloud);
  const { team, ids } = await queueBuilds(cloud, 1, "echo started; until test -e go; do sleep 0.2; done");
  await hasLine(cloud, team, ids[0]!, "started");
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const locked = cloud.db.transaction().execute(async (trx) => {
    await trx.selectFrom("worker").selectAll().forUpdate().execute();
    await isOver;
  });
  // The folder of a build is removed once its processes have ended.
  await vi.waitFor(async () => expect(await buildFolders(cloud.dataDir)).toEqual([]), patience);
  expect(await cloud.deployment(team, ids[0]!)).toMatchObject({ state: "running", worker: before!.holder });
  end();
  await locked;
  await vi.waitFor(async () => expect(await buildFolders(cloud.dataDir)).toHaveLength(1), patience);
  await vi.waitFor(async () => {
    const [folder] = await buildFolders(cloud.dataDir);
    await writeFile(join(folder!, "source/go"), "");
  }, patience);
  expect(await cloud.ended(team, ids[0]!)).toMatchObject({ state: "success", attempt: 3 });
});

test("a worker takes over the folder of a dead worker with its caches, and no folder of a running one", async () => {
  const cloud = await testHosting();
  const lease = (name: string) => leaseFolder({ database: cloud.database, dataDir: cloud.dataDir, name, tags: [] });
  const [one, two] = [await lease("one"), await lease("two")];
  expect(one.folder).not.toBe(two.folder);
  for (const { folder } of [one, two]) {
    await mkdir(join(folder, "builds/b"), { recursive: true });
    await mkdir(join(folder, "build-cache/p"), { recursive: true });
  }
  await one.release();
  const next = await lease("three");
  expect(next.folder).toBe(one.folder);
  expect(await readdir(join(next.folder))).toEqual(["build-cache"]);
  expect((await readdir(two.folder)).toSorted()).toEqual(["build-cache", "builds"]);
  // The former owner finds out, and can't release what is no longer its own.
  expect(await one.renew()).toBe("lost");
  await one.release();
  expect(await next.renew()).toBe("held");
});

test("the builds of a dead worker are removed, its caches after a day, and those of a running one never", async () => {
  const cloud = await testHosting();
  const lease = (name: string) => leaseFolder({ database: cloud.database, dataDir: cloud.dataDir, name, tags: [] });
  const [dead, alive] = [await lease("dead"), await lease("alive")];
  for (const { folder } of [dead, alive]) {
    await mkdir(join(folder, "builds/b"), { recursive: true });
    await writeFile(join(folder, "builds/b/file"), "x");
    await mkdir(join(folder, "build-cache/p"), { recursive: true });
  }
  await dead.release();
  await sweepFolders(cloud.db, cloud.dataDir);
  expect(await buildFolders(cloud.dataDir)).toEqual([join(alive.folder, "builds/b")]);
  expect(await packageCaches(cloud.dataDir)).toHaveLength(2);

  await cloud.db
    .updateTable("worker")
    .set({ lease_until: sql<Date>`now() - interval '25 h'` })
    .where("holder", "=", dead.holder)
    .execute();
  await sweepFolders(cloud.db, cloud.dataDir);
  expect(await workerFolders(cloud.dataDir)).toEqual([alive.folder]);
  expect(await readdir(join(cloud.dataDir, "workers"))).toHaveLength(1);
  expect(await buildFolders(cloud.dataDir)).toHaveLength(1);
});

test("a worker whose lease has ended claims nothing", async () => {
  const cloud = await testHosting();
  const team = await cloud.team();
  await cloud.deployFiles(team, await cloud.project(team), { "index.html": "x" });
  expect(await claim(cloud.db, "publish", { holder: "nobody", tags: [] })).toBeUndefined();
  expect(await claim(cloud.db, "publish", await recordWorker(cloud.db, "somebody"))).toBeDefined();
});
