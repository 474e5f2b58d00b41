import { CID } from "multiformats/cid";
import { beforeAll, expect, test } from "vitest";
import { errors } from "../../../../resources/declare/errors.ts";
import { testHosting, type TestHosting } from "../../../../tests/support/hosting/hosting.ts";
import { cancel, deleteDeployment } from "./removal.ts";
import { redeploy } from "./deploy.ts";
import { rollBack } from "./rollback.ts";

let cloud: TestHosting;
beforeAll(async () => {
  cloud = await testHosting();
  await cloud.hosting.work();
});

const remove = (team: string, id: string) => cloud.inTrx((trx) => deleteDeployment(cloud.hosting.deps, trx, team, id));

const deploy = async (team: string, project: string, text: string) =>
  cloud.ended(team, await cloud.deployFiles(team, project, { "index.html": text }));

const isHeld = async (cid: string): Promise<boolean> =>
  (await cloud.engines.blocks.block(CID.parse(cid))) !== undefined;

test("deleting a deployment releases its storage and removes its log and files", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  const old = await deploy(team, project, "old one");
  await deploy(team, project, "new");
  expect(await cloud.storedBytes(team)).toBe(10n);
  await remove(team, old.id);
  await cloud.discarded();
  expect(await cloud.storedBytes(team)).toBe(3n);
  expect(await isHeld(old.cid!)).toBe(false);
  expect(
    await cloud.db.selectFrom("deployment_log").where("deployment", "=", old.number).selectAll().execute(),
  ).toEqual([]);
  await expect(cloud.deployment(team, old.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("files shared with another deployment are kept and still counted", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  const first = await deploy(team, project, "the same");
  const { deployment } = await cloud.inTrx((trx) => redeploy(cloud.hosting.deps, trx, team, first.id));
  await cloud.ended(team, deployment.id);
  await remove(team, first.id);
  await cloud.discarded();
  expect(await cloud.storedBytes(team)).toBe(8n);
  expect(await isHeld(first.cid!)).toBe(true);
});

test("a running, queued or live deployment can't be deleted", async () => {
  const team = await cloud.team();
  const repository = await cloud.repository(team, { "index.html": "x" });
  const project = await cloud.project(team, {
    deployType: "REPOSITORY",
    repoId: repository.id,
    buildCommand: "sleep 1000",
  });
  const running = await cloud.build(team, project);
  const queued = await cloud.build(team, project);
  await cloud.reaches(team, running, "running");
  for (const id of [running, queued]) await expect(remove(team, id)).rejects.toThrow(errors.DEPLOYMENT_IN_USE.message);
  const site = await cloud.project(team);
  const live = await deploy(team, site, "shown");
  await expect(remove(team, live.id)).rejects.toMatchObject({ code: "DEPLOYMENT_IN_USE", status: 409 });
  for (const id of [queued, running]) await cloud.inTrx((trx) => cancel(trx, team, id));
  await cloud.ended(team, running);
  await remove(team, running);
  await expect(cloud.deployment(team, running)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("when a deletion and a rollback race, one wins, and the live site always has its files", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  const { label } = await cloud.live(team, project);
  for (let round = 0; round < 5; round += 1) {
    const old = await deploy(team, project, `old ${round}`);
    await deploy(team, project, `new ${round}`);
    const [rollback, deleted] = await Promise.allSettled([
      cloud.inTrx((trx) => rollBack(cloud.hosting.deps, trx, team, old.id)),
      remove(team, old.id),
    ]);
    expect([rollback.status, deleted.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    await cloud.discarded();
    const { live_cid } = await cloud.live(team, project);
    expect(await isHeld(live_cid!)).toBe(true);
    cloud.hosting.deps.gateway.invalidate("project", project);
    expect((await cloud.visit(label)).text).toBe(`${rollback.status === "fulfilled" ? "old" : "new"} ${round}`);
  }
});
