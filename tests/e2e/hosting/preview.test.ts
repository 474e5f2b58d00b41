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

test("a preview is promoted to production, with the same files and without a build", async ({ page }) => {
  await enterAsNewUser(page, url);
  const site = await repositorySite(page, url, "bakery", { "index.html": "<h1>Bread</h1>" });
  await site.push({ "index.html": "<h1>Cake</h1>" }, { branch: "cake", message: "Try cake" });
  await page.goto(url + site.path);
  const deployed = page.getByRole("table", { name: "Deployments" }).getByRole("row", { name: /Try cake/ });
  await expect(deployed.getByText("Preview", { exact: true })).toHaveCount(2, { timeout: buildMs });
  await previewRow(page, "cake").getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Promote to production" }).click();
  const dialog = page.getByRole("dialog", { name: "Promote this deployment of cake to production?" });
  await dialog.getByRole("button", { name: "Promote to production" }).click();
  await expect(deployed).toContainText("Live");
  expect((await shownAt("bakery.localhost")).text).toBe("<h1>Cake</h1>");
  expect((await shownAt("bakery-git-cake.localhost")).text).toBe("<h1>Cake</h1>");
  await deployed.getByRole("link").first().click();
  await expect(page.getByRole("region", { name: "Build log" })).toContainText("Promoted to production.");
  await expect(page.getByRole("link", { name: "Visit" })).toHaveAttribute("href", /bakery\.localhost/);
  await expect(page.getByRole("button", { name: "Promote to production" })).toBeHidden();
});

test("a preview asks for the project's password, and production does not", async ({ page, openProfile }) => {
  await enterAsNewUser(page, url);
  const site = await repositorySite(page, url, "cellar", { "index.html": "<h1>Wine</h1>" });
  await site.push({ "index.html": "<h1>Port</h1>" }, { branch: "port" });
  await expect
    .poll(async () => (await shownAt("cellar-git-port.localhost")).text, { timeout: buildMs })
    .toContain("Port");
  await page.goto(`${url}${site.path}?tab=settings&sub=git`);
  await page.getByLabel("Password", { exact: true }).fill("vintage 1921");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("button", { name: "Remove password" })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");

  const visitor = await (await openProfile()).newPage();
  await visitor.goto(`http://cellar.localhost:${port}/`);
  await expect(visitor.getByRole("heading")).toHaveText("Wine");
  await visitor.goto(`http://cellar-git-port.localhost:${port}/`);
  await expect(visitor.getByRole("heading")).toHaveText("Password required");
  await visitor.getByLabel("Password").fill("vintage 1920");
  await visitor.getByRole("button", { name: "View preview" }).click();
  await expect(visitor.getByRole("alert")).toHaveText("Incorrect password. Try again.");
  await visitor.getByLabel("Password").fill("vintage 1921");
  await visitor.getByRole("button", { name: "View preview" }).click();
  await expect(visitor.getByRole("heading")).toHaveText("Port");
  await visitor.reload();
  await expect(visitor.getByRole("heading")).toHaveText("Port");

  await page.getByRole("button", { name: "Remove password" }).click();
  await expect(page.getByRole("button", { name: "Set password" })).toBeVisible();
  expect((await shownAt("cellar-git-port.localhost")).text).toBe("<h1>Port</h1>");
});

test("the project's page shows the live deployment beside a failed one, whose first error leads to its log", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  const site = await repositorySite(page, url, "forge", { "index.html": "<h1>Iron</h1>" });
  const buildCommand = "echo compiling; echo 'app.ts(3,7): error TS2304: Cannot find name.' >&2; exit 2";
  await site.ask(`PUT /api/hosting/project/${site.projectId}`, { buildCommand });
  await site.push({ "index.html": "<h1>Steel</h1>" }, { message: "Make steel" });
  await page.goto(url + site.path);
  const latest = page.getByRole("region", { name: "Latest deployment" });
  await expect(latest.getByRole("note", { name: "First error" })).toContainText("app.ts(3,7): error TS2304", {
    timeout: buildMs,
  });
  await expect(latest).toContainText("Failed");
  await expect(page.getByRole("region", { name: "Live deployment" })).toContainText("A change");
  await latest.getByRole("link", { name: "Open log" }).click();
  await expect(page.getByRole("region", { name: "Build log" })).toContainText("First error, line");
  await expect(page.getByRole("alert").filter({ hasText: "did not go live" })).toContainText("error TS2304");
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
