import { beforeAll, describe, expect, test } from "vitest";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";
import { previewSites, type PreviewSites } from "../../../../../tests/support/hosting/preview-sites.ts";
import { redeploy } from "../deploy.ts";
import { messages } from "../messages.ts";
import { usedByProject } from "../projects/project-routes.ts";

let cloud: TestHosting;
let sites: PreviewSites;
beforeAll(async () => {
  cloud = await testHosting();
  sites = previewSites(cloud);
  await cloud.hosting.work();
});

describe("branch previews", () => {
  test("a push to another branch deploys to a separate host name and leaves the site unchanged", async () => {
    const site = await sites.connected();
    const row = await sites.pushed(site, "feature/Blue", "blue");
    expect(row).toMatchObject({ trigger: "push", preview_label: `${site.label}-git-feature-blue` });
    expect(await cloud.visit(row.preview_label!)).toEqual({ status: 200, text: "blue" });
    expect(await cloud.visit(site.label)).toEqual({ status: 200, text: "main" });
    const lastLine = (await cloud.logOf(site.team, row.id)).at(-1)!.content;
    expect(lastLine).toBe(messages.previewLive(`http://${row.preview_label}.${cloud.config.CONTENT_DOMAIN}`));
  });

  test("a second push to the branch deploys to the same URL, and its traffic counts for the project", async () => {
    const site = await sites.connected();
    const { preview_label: label } = await sites.pushed(site, "next", "one");
    expect(await sites.pushed(site, "next", "two")).toMatchObject({ preview_label: label });
    expect(await cloud.visit(label!)).toEqual({ status: 200, text: "two" });
    await expect
      .poll(async () => (await usedByProject(cloud.hosting.deps, cloud.db, site.team, site.project)).usedBandwidth)
      .toBe(3);
  });

  test("the project's state is that of its site, regardless of its previews", async () => {
    const site = await sites.connected();
    await sites.edit(site, { buildCommand: "exit 3" });
    await site.repository.push({ "index.html": "broken" }, { branch: "broken" });
    expect(await cloud.ended(site.team, (await sites.newest(site)).id)).toMatchObject({ state: "failure" });
    expect(await cloud.live(site.team, site.project)).toMatchObject({ latest_state: "success", deployments: 2n });
  });

  test("without deploy on push, or without previews, a push to another branch deploys nothing", async () => {
    for (const settings of [{ hookSwitch: false }, { previews: false }]) {
      const site = await sites.connected(settings);
      const before = await sites.newest(site);
      await site.repository.push({ "index.html": "x" }, { branch: "next" });
      expect((await sites.newest(site)).id).toBe(before.id);
      expect(await sites.previewsOf(site)).toEqual([]);
    }
  });

  test("a manually deployed branch goes to its preview; the project's own goes live", async () => {
    const site = await sites.connected({ hookSwitch: false });
    await site.repository.push({ "index.html": "next" }, { branch: "next" });
    await site.repository.push({ "index.html": "main 2" });
    const preview = await cloud.ended(site.team, await cloud.build(site.team, site.project, { branch: "next" }));
    expect(await cloud.visit(preview.preview_label!)).toEqual({ status: 200, text: "next" });
    expect(await cloud.visit(site.label)).toEqual({ status: 200, text: "main" });
    await cloud.ended(site.team, await cloud.build(site.team, site.project, { branch: "main" }));
    expect(await cloud.visit(site.label)).toEqual({ status: 200, text: "main 2" });
    await expect(cloud.build(site.team, site.project, { branch: "none" })).rejects.toMatchObject({
      message: messages.branchMissing("none"),
    });
  });

  test("redeploying a preview deploys a preview, even if its branch has become the project's own", async () => {
    const site = await sites.connected();
    const { id } = await sites.pushed(site, "next", "next");
    await sites.edit(site, { currentBranch: "next" });
    const { deployment } = await cloud.inTrx((trx) => redeploy(cloud.hosting.deps, trx, site.team, id));
    const row = await cloud.ended(site.team, deployment.id);
    expect(await cloud.visit(row.preview_label!)).toEqual({ status: 200, text: "next" });
    expect(await cloud.visit(site.label)).toEqual({ status: 200, text: "main" });
  });

  test("a branch that becomes the project's own loses its preview, and its next push goes live", async () => {
    const site = await sites.connected();
    const { preview_label: label } = await sites.pushed(site, "next", "next");
    const removed = await sites.edit(site, { currentBranch: "next" });
    cloud.gateway.invalidate("preview", removed!.id);
    expect(await sites.previewsOf(site)).toEqual([]);
    expect(await cloud.visit(label!)).toMatchObject({ status: 404 });
    await site.repository.push({ "index.html": "next 2" }, { branch: "next" });
    await cloud.ended(site.team, (await sites.newest(site)).id);
    expect(await cloud.visit(site.label)).toEqual({ status: 200, text: "next 2" });
  });
});
