import { beforeAll } from "vitest";
import type { Template } from "../../../resources/hosting/templates/templates.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { edgesOf, gapBetween } from "../../support/browser/layout.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { ask } from "../../support/server/http.ts";
import { repositorySite } from "../../support/git/repository-site.ts";
import { stateOf } from "../../support/account/visitor.ts";

const deployMs = 60_000;

let url: string;
let port: number;
beforeAll(async () => ({ url, port } = await testCloud()));

const shownAt = async (name: string, path = "/") => (await ask(port, `${name}.localhost`, path)).body.toString();

test("a project from a hash switches to another one, set under General", async ({ page }) => {
  await enterAsNewUser(page, url);
  const site = await repositorySite(page, url, "source", { "index.html": "first" });
  const hashOf = async () => (await site.ask<{ hash: string }>(`GET /api/hosting/project/${site.projectId}`)).hash;
  const first = await hashOf();
  await site.push({ "index.html": "second" });
  await expect.poll(hashOf, { timeout: deployMs }).not.toBe(first);
  const body = { name: "pinned", platform: "IPFS", deployType: "CID", ipfsPath: `/ipfs/${first}` };
  const { projectId } = await site.ask<{ projectId: string }>("POST /api/hosting/project", body);
  const { taskId } = await site.ask<{ taskId: string }>(
    `POST /api/hosting/project/task/cid/${projectId}/deploy/create`,
    {},
  );
  await site.isReady(taskId);
  expect(await shownAt("pinned")).toBe("first");

  await page.goto(`${url}/hosting/project/pinned/${projectId}?tab=settings`);
  await page.getByLabel("Hash").fill("/ipfs/nothing");
  await expect(page.getByRole("alert")).toContainText("/ipfs/bafy");
  await page.getByRole("button", { name: "Deploy hash" }).click();
  await expect(page.getByLabel("Hash")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Hash").fill(`/ipfs/${await hashOf()}`);
  await page.getByRole("button", { name: "Deploy hash" }).click();
  await page.waitForURL("**/hosting/build/pinned/**");
  await expect(stateOf(page)).toHaveText("Live", { timeout: deployMs });
  expect(await shownAt("pinned")).toBe("second");
});

test("a template's values are changed under General, and deployed", async ({ page }) => {
  await enterAsNewUser(page, url);
  const { ask: call, isReady } = await repositorySite(page, url, "unused", { "index.html": "x" });
  const { items } = await call<{ items: Template[] }>("GET /api/template/web3/list");
  const [template] = items;
  const texts = template!.configJson.config.flatMap(({ options }) => options).filter(({ type }) => type === "text");
  const [option] = texts;
  const made = await call<{ projectId: string; taskId: string }>("POST /api/template/web3/project/create", {
    platform: "IPFS",
    projectName: "filled",
    web3TemplateId: template!.id,
    configJson: Object.fromEntries(texts.map(({ key }) => [key, "Before"])),
  });
  await isReady(made.taskId);
  expect(await shownAt("filled", "/config.json")).toContain("Before");

  await page.goto(`${url}/hosting/project/filled/${made.projectId}?tab=settings`);
  await expect(page.getByLabel(option!.label, { exact: true })).toHaveValue("Before");
  const cards = page.getByRole("tabpanel").locator(".fh-card");
  for (let at = 1; at < (await cards.count()); at += 1)
    expect(await gapBetween(cards.nth(at - 1), cards.nth(at))).toBeGreaterThanOrEqual(16);
  await page.getByLabel(option!.label, { exact: true }).fill("After");
  await page.getByRole("button", { name: "Deploy changes" }).click();
  await page.waitForURL("**/hosting/build/filled/**");
  await expect(stateOf(page)).toHaveText("Live", { timeout: deployMs });
  expect(await shownAt("filled", "/config.json")).toContain("After");
  await page.goto(`${url}/hosting/project/filled/${made.projectId}`);
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  const again = page.getByRole("dialog", { name: "Deploy filled again?" });
  await expect(again).toContainText("replaces the live site");
  await again.getByRole("button", { name: "Deploy", exact: true }).click();
  await page.waitForURL("**/hosting/build/filled/**");
  await expect(page.getByText("Deployment queued")).toBeVisible();
  await expect(stateOf(page)).toHaveText("Live", { timeout: deployMs });
  await page.getByRole("tab", { name: "Changes" }).click();
  const unchanged = page.getByText("No file changes.");
  await expect(unchanged).toBeVisible();
  const card = await edgesOf(page.locator(".fh-card").filter({ has: unchanged }));
  expect(card.bottom - (await edgesOf(unchanged)).bottom).toBeGreaterThanOrEqual(16);
});
