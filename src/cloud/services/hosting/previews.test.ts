import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { errors } from "../../../../resources/messages.ts";
import { previewsPerProject } from "../../../../resources/limits.ts";
import { testHosting, type TestHosting } from "../../../../tests/support/hosting.ts";
import { redeploy } from "./deploy.ts";
import { listDeployments } from "./deployment-reads.ts";
import { editProject } from "./edit-project.ts";
import { previewFor } from "./previews.ts";
import { deleteProject } from "./projects.ts";
import { removePreview } from "./remove-preview.ts";
import { usedByProject } from "./usage.ts";
import { sentences } from "./sentences.ts";

let cloud: TestHosting;
beforeAll(async () => {
  cloud = await testHosting();
  await cloud.hosting.work();
});

/** A project whose site shows "main". */
const connected = async (settings = {}) => {
  const team = await cloud.team();
  const repository = await cloud.repository(team, { "index.html": "main" });
  const project = await cloud.project(team, { deployType: "REPOSITORY", repoId: repository.id, ...settings });
  await cloud.ended(team, await cloud.build(team, project));
  const { label } = await cloud.live(team, project);
  return { team, repository, project, label };
};
type Connected = Awaited<ReturnType<typeof connected>>;

const newest = async ({ team, project }: Connected) => {
  const { rows } = await listDeployments(cloud.db, team, { page: 1, size: 1, projectId: project });
  return rows[0]!;
};

const previewsOf = ({ project }: Connected) =>
  cloud.db.selectFrom("preview").selectAll().where("project_id", "=", project).orderBy("created_at").execute();

/** Pushes to a branch and waits until its preview shows it. */
const pushed = async (site: Connected, branch: string, text: string) => {
  await site.repository.push({ "index.html": text }, { branch });
  const row = await cloud.ended(site.team, (await newest(site)).id);
  expect(row).toMatchObject({ state: "success", branch });
  return row;
};

describe("branch previews", () => {
  test("a push to another branch is deployed to a host name of its own, and the site stays", async () => {
    const site = await connected();
    const row = await pushed(site, "feature/Blue", "blue");
    expect(row).toMatchObject({ trigger: "push", preview_label: `${site.label}-git-feature-blue` });
    expect(await cloud.visit(row.preview_label!)).toEqual({ status: 200, text: "blue" });
    expect(await cloud.visit(site.label)).toEqual({ status: 200, text: "main" });
    const said = (await cloud.logOf(site.team, row.id)).at(-1)!.content;
    expect(said).toBe(sentences.previewLive(`http://${row.preview_label}.${cloud.config.CONTENT_DOMAIN}`));
  });

  test("a further push to the branch shows at the same address, and its traffic counts for the project", async () => {
    const site = await connected();
    const { preview_label: label } = await pushed(site, "next", "one");
    expect(await pushed(site, "next", "two")).toMatchObject({ preview_label: label });
    expect(await cloud.visit(label!)).toEqual({ status: 200, text: "two" });
    await expect
      .poll(async () => (await usedByProject(cloud.hosting.parts, cloud.db, site.team, site.project)).usedBandwidth)
      .toBe(3);
  });

  test("the project's state is that of its site, whatever a preview does", async () => {
    const site = await connected();
    await cloud.inTrx((trx) =>
      editProject(cloud.hosting.parts, trx, site.team, site.project, { buildCommand: "exit 3" }),
    );
    await site.repository.push({ "index.html": "broken" }, { branch: "broken" });
    expect(await cloud.ended(site.team, (await newest(site)).id)).toMatchObject({ state: "failure" });
    expect(await cloud.live(site.team, site.project)).toMatchObject({ latest_state: "success", deployments: 2n });
  });

  test("without deploy on push, or without previews, a push to another branch deploys nothing", async () => {
    for (const settings of [{ hookSwitch: false }, { previews: false }]) {
      const site = await connected(settings);
      const before = await newest(site);
      await site.repository.push({ "index.html": "x" }, { branch: "next" });
      expect((await newest(site)).id).toBe(before.id);
      expect(await previewsOf(site)).toEqual([]);
    }
  });

  test("a branch deployed by hand goes to its preview; the project's own goes live", async () => {
    const site = await connected({ hookSwitch: false });
    await site.repository.push({ "index.html": "next" }, { branch: "next" });
    await site.repository.push({ "index.html": "main 2" });
    const preview = await cloud.ended(site.team, await cloud.build(site.team, site.project, { branch: "next" }));
    expect(await cloud.visit(preview.preview_label!)).toEqual({ status: 200, text: "next" });
    expect(await cloud.visit(site.label)).toEqual({ status: 200, text: "main" });
    await cloud.ended(site.team, await cloud.build(site.team, site.project, { branch: "main" }));
    expect(await cloud.visit(site.label)).toEqual({ status: 200, text: "main 2" });
    await expect(cloud.build(site.team, site.project, { branch: "none" })).rejects.toMatchObject({
      message: sentences.branchMissing("none"),
    });
  });

  test("the redeploy of a preview stays a preview, also when its branch has become the project's own", async () => {
    const site = await connected();
    const { id } = await pushed(site, "next", "next");
    await cloud.inTrx((trx) =>
      editProject(cloud.hosting.parts, trx, site.team, site.project, { currentBranch: "next" }),
    );
    const { deployment } = await cloud.inTrx((trx) => redeploy(cloud.hosting.parts, trx, site.team, id));
    const row = await cloud.ended(site.team, deployment.id);
    expect(await cloud.visit(row.preview_label!)).toEqual({ status: 200, text: "next" });
    expect(await cloud.visit(site.label)).toEqual({ status: 200, text: "main" });
  });

  test("a branch that becomes the project's own loses its preview, and its next push goes live", async () => {
    const site = await connected();
    const { preview_label: label } = await pushed(site, "next", "next");
    const removed = await cloud.inTrx((trx) =>
      editProject(cloud.hosting.parts, trx, site.team, site.project, { currentBranch: "next" }),
    );
    cloud.gateway.invalidate("preview", removed!.id);
    expect(await previewsOf(site)).toEqual([]);
    expect(await cloud.visit(label!)).toMatchObject({ status: 404 });
    await site.repository.push({ "index.html": "next 2" }, { branch: "next" });
    await cloud.ended(site.team, (await newest(site)).id);
    expect(await cloud.visit(site.label)).toEqual({ status: 200, text: "next 2" });
  });
});

describe("the end of a preview", () => {
  test("deleting a branch takes its preview offline, frees its host name and keeps its history", async () => {
    const site = await connected();
    const { id, preview_label: label } = await pushed(site, "next", "next");
    await site.repository.deleteBranch("next");
    expect(await cloud.visit(label!)).toMatchObject({ status: 404 });
    expect(await cloud.hostnames.lookup(cloud.db, label!)).toBeUndefined();
    expect(await cloud.deployment(site.team, id)).toMatchObject({ state: "success", preview_label: null });
    expect(await pushed(site, "next", "again")).toMatchObject({ preview_label: label });
    expect(await cloud.visit(label!)).toEqual({ status: 200, text: "again" });
  });

  test("a deleted branch that is pushed again as it was gets its preview back", async () => {
    const site = await connected();
    const { preview_label: label } = await pushed(site, "next", "next");
    await site.repository.deleteBranch("next");
    await site.repository.pushAgain("next");
    expect(await cloud.ended(site.team, (await newest(site)).id)).toMatchObject({ preview_label: label });
    expect(await cloud.visit(label!)).toEqual({ status: 200, text: "next" });
  });

  test("what was to be shown in a removed preview is cancelled, queued or built", async () => {
    const site = await connected();
    await cloud.inTrx((trx) =>
      editProject(cloud.hosting.parts, trx, site.team, site.project, { buildCommand: "sleep 60" }),
    );
    await site.repository.push({ "index.html": "1" }, { branch: "next" });
    const { id: first } = await newest(site);
    await cloud.reaches(site.team, first, "running");
    await site.repository.push({ "index.html": "2" }, { branch: "next" });
    const { id: second } = await newest(site);
    await site.repository.deleteBranch("next");
    expect(await cloud.deployment(site.team, second)).toMatchObject({ state: "cancelled" });
    expect(await cloud.ended(site.team, first)).toMatchObject({ state: "cancelled" });
    expect(cloud.eventsOf(second).map(({ name }) => name)).toContain("build_cancelled");
  });

  test("one that publishes while its preview is removed ends as cancelled and keeps no storage", async () => {
    const site = await connected({ hookSwitch: false });
    await site.repository.push({ "index.html": "never shown" }, { branch: "next" });
    const stored = await cloud.storedBytes(site.team);
    const id = await beforeAnyWorker(async () => {
      const taskId = await cloud.build(site.team, site.project, { branch: "next" });
      // Whoever removes a preview leaves a deployment alone that publishes already.
      await cloud.db.deleteFrom("preview").where("project_id", "=", site.project).execute();
      return taskId;
    });
    expect(await cloud.ended(site.team, id)).toMatchObject({
      state: "cancelled",
      error_message: sentences.previewGone,
    });
    expect(await cloud.storedBytes(site.team)).toBe(stored);
  });

  test("a deleted project gives the host names of its previews back, and their storage", async () => {
    const site = await connected();
    const { preview_label: label } = await pushed(site, "next", "only in the preview");
    await cloud.inTrx((trx) => deleteProject(cloud.hosting.parts, trx, site.team, site.project));
    expect(await cloud.hostnames.lookup(cloud.db, label!)).toBeUndefined();
    expect(await cloud.storedBytes(site.team)).toBe(0n);
  });

  test("beyond the limit the preview that has gone longest without a deployment gives way", async () => {
    const site = await connected({ hookSwitch: false });
    const project = await cloud.live(site.team, site.project);
    await site.repository.push({ "index.html": "b0" }, { branch: "b0" });
    await beforeAnyWorker(async () => {
      await cloud.build(site.team, site.project, { branch: "b0" });
      for (let n = 1; n < previewsPerProject; n += 1)
        await cloud.inTrx((trx) => previewFor(cloud.hosting.parts, trx, project, `b${n}`));
      await cloud.inTrx((trx) => previewFor(cloud.hosting.parts, trx, project, "b1"));
      await cloud.inTrx((trx) => previewFor(cloud.hosting.parts, trx, project, "one more"));
    });
    const branches = (await previewsOf(site)).map(({ branch }) => branch);
    expect(branches).toHaveLength(previewsPerProject);
    // The oldest is being deployed, the second was deployed just now.
    expect(branches).toEqual(expect.arrayContaining(["b0", "b1", "one more"]));
    expect(branches).not.toContain("b2");
  });

  test("when each preview is being deployed, one more is refused in words", async () => {
    const site = await connected({ hookSwitch: false });
    const project = await cloud.live(site.team, site.project);
    await beforeAnyWorker(async () => {
      for (let n = 0; n < previewsPerProject; n += 1) {
        const preview_id = await cloud.inTrx((trx) => previewFor(cloud.hosting.parts, trx, project, `b${n}`));
        const values = {
          project_id: project.id,
          team_id: site.team,
          lane: "build",
          trigger: "push",
          preview_id,
        } as const;
        await cloud.db
          .insertInto("deployment")
          .values({ id: preview_id, ...values })
          .execute();
      }
      const more = cloud.inTrx((trx) => previewFor(cloud.hosting.parts, trx, project, "one more"));
      await expect(more).rejects.toMatchObject({ code: "LIMIT_REACHED", message: sentences.previewsFull });
      await cloud.db.deleteFrom("deployment").where("preview_id", "is not", null).execute();
    });
  });

  test("a refused push is a failed deployment of its branch, and takes no host name", async () => {
    const site = await connected();
    await cloud.inTrx((trx) =>
      editProject(cloud.hosting.parts, trx, site.team, site.project, { buildCommand: "true" }),
    );
    await cloud.limit(site.team, "BUILD_TIME", 0);
    await site.repository.push({ "index.html": "x" }, { branch: "next" });
    const row = await newest(site);
    expect(row).toMatchObject({ state: "failure", error_message: errors.ALLOWANCE_USED_UP.message });
    expect(row.preview_id).not.toBeNull();
    expect(await previewsOf(site)).toEqual([]);
  });

  test("the preview of another project is not there to be removed", async () => {
    const [mine, other] = [await connected(), await connected()];
    await pushed(other, "next", "next");
    const [preview] = await previewsOf(other);
    const project = { id: mine.project, team_id: mine.team };
    expect(await cloud.inTrx((trx) => removePreview(cloud.hosting.parts, trx, project, preview!))).toBeUndefined();
    expect(await previewsOf(other)).toHaveLength(1);
  });
});

/** Does something while no worker can take a deployment up. */
const beforeAnyWorker = <T>(act: () => Promise<T>): Promise<T> =>
  cloud.inTrx(async (trx) => {
    await sql`select pg_advisory_xact_lock(4040006)`.execute(trx);
    return act();
  });
