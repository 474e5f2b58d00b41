import { expect, test, vi } from "vitest";
import { noWorkerOffers } from "../../../../../resources/hosting/builds/no-worker.ts";
import { projectNameMax } from "../../../../../resources/limits.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";
import { recordWorker } from "../../../../../tests/support/hosting/workers.ts";
import { patience } from "../../../../../tests/support/patience.ts";
import { readConfig } from "../../../config.ts";
import { editProject } from "../projects/projects.ts";
import { presentDeployment } from "../present.ts";
import { claim } from "./queue.ts";

/** Queues a build of a new project that requires tags. */
const queueBuild = async (cloud: TestHosting, team: string, buildTags: string[]) => {
  const repository = await cloud.repository(team, { "index.html": "built" });
  const project = await cloud.project(team, { deployType: "REPOSITORY", repoId: repository.id, buildTags });
  return { project, id: await cloud.build(team, project) };
};

const pageOf = async (cloud: TestHosting, team: string, id: string) =>
  presentDeployment(await cloud.deployment(team, id), { cidUrl: (cid) => cid, siteUrl: (label) => label });

test("a build is claimed only by a worker that offers all of its tags, and a build without tags by any, oldest first", async () => {
  const cloud = await testHosting();
  const team = await cloud.team();
  const both = await queueBuild(cloud, team, ["large", "arm64", "large"]);
  const none = await queueBuild(cloud, team, []);
  const one = await queueBuild(cloud, team, ["arm64"]);
  expect(await cloud.live(team, both.project)).toMatchObject({ build_tags: ["arm64", "large"] });

  const plain = await recordWorker(cloud.db, "plain");
  expect(await claim(cloud.db, "build", plain)).toMatchObject({ id: none.id });
  expect(await claim(cloud.db, "build", plain)).toBeUndefined();
  const arm = await recordWorker(cloud.db, "arm", ["arm64"]);
  expect(await claim(cloud.db, "build", arm)).toMatchObject({ id: one.id });
  expect(await claim(cloud.db, "build", arm)).toBeUndefined();
  const last = await queueBuild(cloud, team, []);
  const large = await recordWorker(cloud.db, "large", ["large", "arm64", "gpu"]);
  expect(await claim(cloud.db, "build", large)).toMatchObject({ id: both.id });
  expect(await claim(cloud.db, "build", large)).toMatchObject({ id: last.id });
});

test("a build whose tags no running worker offers waits, says so on its page and once in its log, and starts without them", async () => {
  const cloud = await testHosting();
  await cloud.hosting.work();
  const team = await cloud.team();
  const { project, id } = await queueBuild(cloud, team, ["arm64", "large"]);
  const line = noWorkerOffers(["arm64", "large"]);
  const saidIn = async () => (await cloud.logOf(team, id)).filter(({ content }) => content === line).length;
  await vi.waitFor(async () => expect(await saidIn()).toBe(1), patience);
  expect(await pageOf(cloud, team, id)).toMatchObject({ state: "queued", missingTags: ["arm64", "large"] });
  const report = cloud.hosting.duties.find(({ name }) => name === "Report builds without a worker")!;
  await report.run(AbortSignal.timeout(60_000));
  expect(await saidIn()).toBe(1);
  // One that waits holds up none behind it.
  const behind = await queueBuild(cloud, team, []);
  expect(await cloud.ended(team, behind.id)).toMatchObject({ state: "success" });

  await recordWorker(cloud.db, "busy", ["arm64", "large"]);
  expect(await pageOf(cloud, team, id)).not.toHaveProperty("missingTags");
  await cloud.inTrx((trx) => editProject(cloud.hosting.deps, trx, team, project, { buildTags: [] }));
  expect(await cloud.ended(team, id)).toMatchObject({ state: "success" });
});

test("a worker with tags builds what requires them", async () => {
  const cloud = await testHosting({ WORKER_TAGS: "large, arm64" });
  await cloud.hosting.work();
  const team = await cloud.team();
  const { id } = await queueBuild(cloud, team, ["arm64"]);
  expect(await cloud.ended(team, id)).toMatchObject({ state: "success" });
});

test.each(["Arm64", "arm 64", "-arm", "a".repeat(projectNameMax + 1), ""])(
  "the tag %j is refused in settings and projects",
  (tag) => {
    expect(projects.fields.buildTags.schema.safeParse([tag]).success).toBe(false);
    if (tag !== "") expect(() => readConfig({ WORKER_TAGS: tag })).toThrow("WORKER_TAGS");
  },
);

test("tags are a setting of repository projects only", async () => {
  const cloud = await testHosting();
  const team = await cloud.team();
  const id = await cloud.project(team);
  const edit = cloud.inTrx((trx) => editProject(cloud.hosting.deps, trx, team, id, { buildTags: ["arm64"] }));
  await expect(edit).rejects.toMatchObject({ code: "INVALID_INPUT", fields: { buildTags: [expect.any(String)] } });
});
