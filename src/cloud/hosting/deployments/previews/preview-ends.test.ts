import { beforeAll, describe, expect, test } from "vitest";
import { previewsPerProject } from "../../../../../resources/limits.ts";
import { errors } from "../../../../../resources/declare/errors.ts";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";
import { previewSites, type PreviewSites } from "../../../../../tests/support/hosting/preview-sites.ts";
import { previewFor } from "./previews.ts";
import { deleteProject } from "../projects/projects.ts";
import { removePreview } from "../removal.ts";
import { messages } from "../messages.ts";

let cloud: TestHosting;
let sites: PreviewSites;
beforeAll(async () => {
  cloud = await testHosting();
  sites = previewSites(cloud);
  await cloud.hosting.work();
});

describe("the end of a preview", () => {
  test("deleting a branch takes its preview offline, frees its host name and keeps its history", async () => {
    const site = await sites.connected();
    const { id, preview_label: label } = await sites.pushed(site, "next", "next");
    await site.repository.deleteBranch("next");
    expect(await cloud.visit(label!)).toMatchObject({ status: 404 });
    expect(await cloud.hostnames.lookup(cloud.db, label!)).toBeUndefined();
    expect(await cloud.deployment(site.team, id)).toMatchObject({ state: "success", preview_label: null });
    expect(await sites.pushed(site, "next", "again")).toMatchObject({ preview_label: label });
    expect(await cloud.visit(label!)).toEqual({ status: 200, text: "again" });
  });

  test("a deleted branch that is pushed again unchanged gets its preview back", async () => {
    const site = await sites.connected();
    const { preview_label: label } = await sites.pushed(site, "next", "next");
    await site.repository.deleteBranch("next");
    await site.repository.pushAgain("next");
    expect(await cloud.ended(site.team, (await sites.newest(site)).id)).toMatchObject({ preview_label: label });
    expect(await cloud.visit(label!)).toEqual({ status: 200, text: "next" });
  });

  test("removing a preview cancels its queued and running deployments", async () => {
    const site = await sites.connected();
    await sites.edit(site, { buildCommand: "sleep 60" });
    await site.repository.push({ "index.html": "1" }, { branch: "next" });
    const { id: first } = await sites.newest(site);
    await cloud.reaches(site.team, first, "running");
    await site.repository.push({ "index.html": "2" }, { branch: "next" });
    const { id: second } = await sites.newest(site);
    await site.repository.deleteBranch("next");
    expect(await cloud.deployment(site.team, second)).toMatchObject({ state: "cancelled" });
    expect(await cloud.ended(site.team, first)).toMatchObject({ state: "cancelled" });
    expect(cloud.eventsOf(second).map(({ name }) => name)).toContain("build_cancelled");
  });

  test("a deployment that publishes while its preview is removed ends as cancelled and keeps no storage", async () => {
    const site = await sites.connected({ hookSwitch: false });
    await site.repository.push({ "index.html": "never shown" }, { branch: "next" });
    const stored = await cloud.storedBytes(site.team);
    const id = await sites.beforeAnyWorker(async () => {
      const taskId = await cloud.build(site.team, site.project, { branch: "next" });
      // Removing a preview doesn't stop a deployment that is already publishing.
      await cloud.db.deleteFrom("preview").where("project_id", "=", site.project).execute();
      return taskId;
    });
    expect(await cloud.ended(site.team, id)).toMatchObject({
      state: "cancelled",
      error_message: messages.previewGone,
    });
    expect(await cloud.storedBytes(site.team)).toBe(stored);
  });

  test("deleting a project frees the host names and storage of its previews", async () => {
    const site = await sites.connected();
    const { preview_label: label } = await sites.pushed(site, "next", "only in the preview");
    await cloud.inTrx((trx) => deleteProject(cloud.hosting.deps, trx, site.team, site.project));
    expect(await cloud.hostnames.lookup(cloud.db, label!)).toBeUndefined();
    expect(await cloud.storedBytes(site.team)).toBe(0n);
  });

  test("at the limit, the preview with the oldest deployment is replaced", async () => {
    const site = await sites.connected({ hookSwitch: false });
    const project = await cloud.live(site.team, site.project);
    await site.repository.push({ "index.html": "b0" }, { branch: "b0" });
    await sites.beforeAnyWorker(async () => {
      await cloud.build(site.team, site.project, { branch: "b0" });
      for (let n = 1; n < previewsPerProject; n += 1)
        await cloud.inTrx((trx) => previewFor(cloud.hosting.deps, trx, project, `b${n}`));
      await cloud.inTrx((trx) => previewFor(cloud.hosting.deps, trx, project, "b1"));
      await cloud.inTrx((trx) => previewFor(cloud.hosting.deps, trx, project, "one more"));
    });
    const branches = (await sites.previewsOf(site)).map(({ branch }) => branch);
    expect(branches).toHaveLength(previewsPerProject);
    // The oldest is being deployed, the second was deployed just now.
    expect(branches).toEqual(expect.arrayContaining(["b0", "b1", "one more"]));
    expect(branches).not.toContain("b2");
  });

  test("a new preview is refused with a message while every other preview is being deployed", async () => {
    const site = await sites.connected({ hookSwitch: false });
    const project = await cloud.live(site.team, site.project);
    await sites.beforeAnyWorker(async () => {
      for (let n = 0; n < previewsPerProject; n += 1) {
        const preview_id = await cloud.inTrx((trx) => previewFor(cloud.hosting.deps, trx, project, `b${n}`));
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
      const more = cloud.inTrx((trx) => previewFor(cloud.hosting.deps, trx, project, "one more"));
      await expect(more).rejects.toMatchObject({ code: "LIMIT_REACHED", message: messages.previewsFull });
      await cloud.db.deleteFrom("deployment").where("preview_id", "is not", null).execute();
    });
  });

  test("a refused push is a failed deployment of its branch and takes no host name", async () => {
    const site = await sites.connected();
    await sites.edit(site, { buildCommand: "true" });
    await cloud.limit(site.team, "BUILD_TIME", 0);
    await site.repository.push({ "index.html": "x" }, { branch: "next" });
    const row = await sites.newest(site);
    expect(row).toMatchObject({ state: "failure", error_message: errors.ALLOWANCE_USED_UP.message });
    expect(row.preview_id).not.toBeNull();
    expect(await sites.previewsOf(site)).toEqual([]);
  });

  test("the preview of another project is not found", async () => {
    const [mine, other] = [await sites.connected(), await sites.connected()];
    await sites.pushed(other, "next", "next");
    const [preview] = await sites.previewsOf(other);
    const project = { id: mine.project, team_id: mine.team };
    expect(await cloud.inTrx((trx) => removePreview(cloud.hosting.deps, trx, project, preview!))).toBeUndefined();
    expect(await sites.previewsOf(other)).toHaveLength(1);
  });
});
