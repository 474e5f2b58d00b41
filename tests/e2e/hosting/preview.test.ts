import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { ask } from "../../support/server/http.ts";
import { repositorySite } from "../../support/git/repository-site.ts";
import { heading, stateOf } from "../../support/account/visitor.ts";

const buildMs = 120_000;

let url: string;
let port: number;
beforeAll(async () => ({ url, port } = await testCloud()));

const shownAt = async (host: string) => {
  const { status, body } = await ask(port, host, "/");
  return { status, text: body.toString() };
};
const previewRow = (page: Page, branch: string) =>
  page.getByRole("table", { name: "Branch previews" }).getByRole("row", { name: new RegExp(branch) });

test("a push to a branch is deployed to a separate host name while the site stays, and is removed with its branch", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  const site = await repositorySite(page, url, "orchard", { "index.html": "<h1>Apples</h1>" });
  await page.goto(url + site.path);
  await expect(heading(page, "orchard")).toBeVisible();
  await expect(page.getByRole("main").getByText("Live", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("table", { name: "Branch previews" })).toBeHidden();

  await site.push({ "index.html": "<h1>Pears</h1>" }, { branch: "feature/pears", message: "Try pears" });
  const row = previewRow(page, "feature/pears");
  // The preview and its newest deployment have the same state.
  await expect(row.getByText("Live", { exact: true })).toHaveCount(2, { timeout: buildMs });
  const deployed = page.getByRole("table", { name: "Deployments" }).getByRole("row", { name: /Try pears/ });
  await expect(deployed).toContainText("Preview");
  const link = row.getByRole("link", { name: /orchard-git-feature-pears/ });
  const { host } = new URL((await link.getAttribute("href"))!);
  expect(host).toBe(`orchard-git-feature-pears.localhost:${port}`);
  const [preview] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  await expect(preview.getByRole("heading")).toHaveText("Pears");
  expect(await shownAt("orchard.localhost")).toEqual({ status: 200, text: "<h1>Apples</h1>" });

  await site.deleteBranch("feature/pears");
  expect((await shownAt(host)).status).toBe(404);
  await page.reload();
  await expect(heading(page, "orchard")).toBeVisible();
  await expect(deployed).toBeVisible();
  await expect(row).toBeHidden();
});

test("another branch is deployed manually to its preview, and a preview is deleted from the screen", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  const site = await repositorySite(page, url, "press", { "index.html": "<h1>Cider</h1>" }, { hookSwitch: false });
  await site.push({ "index.html": "<h1>Juice</h1>" }, { branch: "juice" });
  await page.goto(url + site.path);
  await page.getByRole("button", { name: "More deploy options" }).click();
  await page.getByRole("menuitem", { name: "Deploy another branch" }).click();
  await expect(page.getByRole("dialog").getByTitle("juice")).toBeVisible();
  await page.getByRole("button", { name: "Deploy branch" }).click();
  await page.waitForURL("**/hosting/build/press/**");
  await expect(stateOf(page)).toHaveText(/Live|Preview/, { timeout: buildMs });
  expect((await shownAt("press-git-juice.localhost")).text).toBe("<h1>Juice</h1>");
  expect((await shownAt("press.localhost")).text).toBe("<h1>Cider</h1>");

  await page.goto(url + site.path);
  await previewRow(page, "juice").getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page
    .getByRole("dialog", { name: /^Delete the preview of/ })
    .getByRole("button", { name: "Delete preview" })
    .click();
  await expect(page.getByText("Preview deleted", { exact: true }).last()).toBeVisible();
  await expect(previewRow(page, "juice")).toBeHidden();
  expect((await shownAt("press-git-juice.localhost")).status).toBe(404);
});
