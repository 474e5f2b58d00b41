import { expect, test, vi } from "vitest";
import { errors } from "../../../../../resources/declare/errors.ts";
import { restartedLine } from "../../../../../resources/hosting/log-line.ts";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";
import {
  buildFolders,
  endLease,
  killWorker,
  recordWorker,
  startWorker,
} from "../../../../../tests/support/hosting/workers.ts";
import { DatabaseUnavailable } from "../../../engines/database/unavailable.ts";
import { DiskLow } from "../../../engines/disk/disk.ts";
import { appendLines, lineOf } from "./log-store.ts";
import { claim } from "./queue.ts";
import { deleteProject } from "../projects/projects.ts";
import { requeueLost } from "./worker.ts";
import { patience } from "../../../../../tests/support/patience.ts";

const restarts = async (cloud: TestHosting, team: string, id: string): Promise<number> =>
  (await cloud.logOf(team, id)).filter(({ content }) => content === restartedLine).length;

/** Creates two projects, the first with a build that is slow once. */
const slowBuild = async (cloud: TestHosting, buildCommand: string) => {
  const team = await cloud.team();
  const repository = await cloud.repository(team, { "index.html": "built" });
  const project = await cloud.project(team, { deployType: "REPOSITORY", repoId: repository.id, buildCommand });
  return { team, project, id: await cloud.build(team, project) };
};

const hasLine = (cloud: TestHosting, team: string, id: string, content: string) =>
  vi.waitFor(async () => expect((await cloud.logOf(team, id)).map((line) => line.content)).toContain(content), 60_000);

test("a build whose machine died is resumed at the next start, logs it once, and succeeds", async () => {
  const cloud = await testHosting();
  const child = startWorker(cloud);
  const { team, project, id } = await slowBuild(cloud, "echo started; sleep 3");
  const behind = await cloud.build(team, project);
  await hasLine(cloud, team, id, "started");
  await killWorker(child);
  expect(await buildFolders(cloud.dataDir)).toEqual([expect.stringMatching(new RegExp(`/builds/${id}$`))]);
  expect(await cloud.deployment(team, id)).toMatchObject({ state: "running" });

  await cloud.hosting.work();
  expect(await cloud.ended(team, id)).toMatchObject({ state: "success" });
  expect(await cloud.ended(team, behind)).toMatchObject({ state: "success" });
  expect(await restarts(cloud, team, id)).toBe(1);
  expect(await restarts(cloud, team, behind)).toBe(0);
  expect(await cloud.live(team, project)).toMatchObject({ live_deployment_id: behind });
  const seqs = (await cloud.logOf(team, id)).map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  await vi.waitFor(async () => expect(await buildFolders(cloud.dataDir)).toEqual([]), patience);
});

test("a deployment survives a broken database connection; on a full disk it fails with a message", async () => {
  const cloud = await testHosting();
  await cloud.hosting.work();
  const team = await cloud.team();
  const project = await cloud.project(team);
  const importing = vi.spyOn(cloud.engines.blocks, "importPacked");
  importing.mockRejectedValueOnce(new DatabaseUnavailable("unreachable", "Connection terminated"));
  const broken = await cloud.deployFiles(team, project, { "index.html": "broken" });
  expect(await cloud.ended(team, broken)).toMatchObject({ state: "success" });
  expect(await restarts(cloud, team, broken)).toBe(1);

  // Nor does the database take it back at first.
  const transaction = vi.spyOn(cloud.database.db, "transaction");
  importing.mockImplementationOnce(() => {
    transaction.mockImplementationOnce(() => {
      throw new DatabaseUnavailable("unreachable", "Connection terminated");
    });
    return Promise.reject(new DatabaseUnavailable("unreachable", "Connection terminated"));
  });
  const left = await cloud.deployFiles(team, project, { "index.html": "left" });
  expect(await cloud.ended(team, left)).toMatchObject({ state: "success" });
  expect(await restarts(cloud, team, left)).toBe(1);

  importing.mockRejectedValueOnce(new DiskLow(0));
  const refused = await cloud.deployFiles(team, project, { "index.html": "refused" });
  expect(await cloud.ended(team, refused)).toMatchObject({ state: "failure" });
  const contents = (await cloud.logOf(team, refused)).map(({ content }) => content);
  expect(contents.at(-1)).toContain(errors.DISK_FULL.message);
});

test("a worker killed repeatedly at any moment loses no deployment and repeats no line number", async () => {
  const cloud = await testHosting();
  const team = await cloud.team();
  const projects = await Promise.all([1, 2, 3].map(() => cloud.project(team)));
  const ids: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const child = startWorker(cloud);
    for (const project of projects) {
      const files = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}.txt`, `${round} ${project} ${n}`]));
      ids.push(await cloud.deployFiles(team, project, files));
    }
    // A different moment each time: after the first, second … claimed deployment.
    await vi.waitFor(async () => {
      const { count } = await cloud.db
        .selectFrom("deployment")
        .select((eb) => eb.fn.countAll<bigint>().as("count"))
        .where("attempt", ">", 0)
        .executeTakeFirstOrThrow();
      expect(Number(count)).toBeGreaterThan(round);
    }, patience);
    await killWorker(child);
  }
  await cloud.hosting.work();
  for (const id of ids) {
    expect(await cloud.ended(team, id)).toMatchObject({ state: "success", file_count: 300 });
    const seqs = (await cloud.logOf(team, id)).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  }
});

test("lines of a superseded attempt are refused", async () => {
  const cloud = await testHosting();
  const team = await cloud.team();
  const id = await cloud.deployFiles(team, await cloud.project(team), { "index.html": "x" });
  const old = (await claim(cloud.db, "publish", await recordWorker(cloud.db, "one")))!;
  expect(await appendLines(cloud.db, old, [lineOf("mine")])).toMatchObject([{ seq: 2 }]);
  await endLease(cloud.db, "one");
  await requeueLost(cloud.hosting.deps);
  expect(await appendLines(cloud.db, old, [lineOf("too late")])).toBeUndefined();
  const claimed = (await claim(cloud.db, "publish", await recordWorker(cloud.db, "two")))!;
  expect(claimed.attempt).toBeGreaterThan(old.attempt);
  expect(await appendLines(cloud.db, old, [lineOf("far too late")])).toBeUndefined();
  expect((await cloud.logOf(team, id)).map(({ content }) => content)).toEqual(["Queued.", "mine", restartedLine]);
});

test("concurrent workers never claim two deployments of one project, nor one twice", async () => {
  const cloud = await testHosting();
  const team = await cloud.team();
  for (const project of [await cloud.project(team), await cloud.project(team)])
    for (let n = 0; n < 5; n += 1) await cloud.deployFiles(team, project, { "index.html": `${n}` });
  const workers = await Promise.all(Array.from({ length: 8 }, (_, n) => recordWorker(cloud.db, `worker ${n}`)));
  const claims = await Promise.all(workers.map((worker) => claim(cloud.db, "publish", worker)));
  const claimed = claims.flatMap((row) => row ?? []);
  expect(claimed).toHaveLength(2);
  expect(new Set(claimed.map(({ project_id }) => project_id)).size).toBe(2);
});

test("stopping the server stops a build, and the next start builds it again", async () => {
  const cloud = await testHosting();
  await cloud.hosting.work();
  const { team, id } = await slowBuild(cloud, "echo started; sleep 8");
  await hasLine(cloud, team, id, "started");
  await cloud.hosting.close();
  expect(await cloud.deployment(team, id)).toMatchObject({ state: "running" });
  const child = startWorker(cloud);
  expect(await cloud.ended(team, id)).toMatchObject({ state: "success" });
  expect(await restarts(cloud, team, id)).toBe(1);
  await killWorker(child);
});

test("deleting a project stops its build and removes all of its data", async () => {
  const cloud = await testHosting();
  await cloud.hosting.work();
  const { team, project, id } = await slowBuild(cloud, "echo started; sleep 1000");
  await hasLine(cloud, team, id, "started");
  await cloud.inTrx((trx) => deleteProject(cloud.hosting.deps, trx, team, project));
  await vi.waitFor(async () => expect(await buildFolders(cloud.dataDir)).toEqual([]), patience);
  await cloud.discarded();
  expect(await cloud.db.selectFrom("deployment_log").selectAll().execute()).toEqual([]);
  expect(await cloud.engines.blocks.totals()).toMatchObject({ files: 0 });
});
