import type { Page } from "playwright";
import { afterEach, beforeAll, expect as vitestExpect } from "vitest";
import { choose } from "../../support/browser/select.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { freePort } from "../../support/free-port.ts";
import { startGitHubEmulator, type GitHubEmulator } from "../../support/git/github.ts";
import { ask } from "../../support/server/http.ts";
import { stateOf } from "../../support/account/visitor.ts";

const buildMs = 180_000;

let gitHub: GitHubEmulator;
let cloud: TestCloud;
let url: string;
let port: number;
beforeAll(async () => {
  gitHub = await startGitHubEmulator();
  const free = await freePort();
  const settings = { ...gitHub.settings, PORT: `${free}`, PUBLIC_URL: `http://127.0.0.1:${free}` };
  cloud = await testCloud(settings);
  ({ url, port } = cloud);
});
afterEach(() => vitestExpect(cloud.faults).toEqual([]));

const openGitHub = async (page: Page): Promise<void> => {
  await page.goto(`${url}/hosting/new?from=repository`);
  await page.getByText("GitHub", { exact: true }).click();
};

test("a GitHub account is linked, an organization's repository is found, picked and deployed, and a push goes live", async ({
  page,
}) => {
  for (let index = 0; index < 21; index += 1) await gitHub.repository(`meadow/flower-${index}`);
  const remote = await gitHub.repository("meadow/orchard");
  await remote.commit({ "site/public/index.html": "<h1>Apples</h1>", "docs/readme.md": "Not the site" });

  await enterAsNewUser(page, url);
  await openGitHub(page);
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await page.getByRole("link", { name: "Authorize" }).click();
  await page.waitForURL(`${url}/hosting/new?from=repository`);
  await expect(page.getByText("Connected as ada")).toBeVisible();

  await choose(page, "Account or organization", "meadow");
  await expect(page.getByText("1–20 of 22")).toBeVisible();
  await page.getByRole("button", { name: "Page 2" }).click();
  await expect(page.getByRole("radiogroup", { name: "Repository", exact: true }).getByRole("radio")).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search repositories" }).fill("orch");
  await page.getByRole("radio", { name: /meadow\/orchard/ }).check({ force: true });

  await page.getByRole("button", { name: "Browse" }).click();
  const folders = page.getByRole("dialog", { name: "Root directory" });
  await folders.getByRole("button", { name: "Open site" }).click();
  await folders.getByText("public", { exact: true }).click();
  await folders.getByRole("button", { name: "Select folder" }).click();
  await expect(page.getByLabel("Root directory")).toHaveValue("site/public");

  await page.getByLabel("Name", { exact: true }).fill("orchard");
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(stateOf(page)).toHaveText("Live", { timeout: buildMs });
  expect((await ask(port, "orchard.localhost", "/")).body.toString()).toBe("<h1>Apples</h1>");

  await expect.poll(() => gitHub.hooks.length).toBe(1);
  await remote.push({ "site/public/index.html": "<h1>Pears</h1>" }, { message: "Pears this year" });
  await expect
    .poll(async () => (await ask(port, "orchard.localhost", "/")).body.toString(), { timeout: buildMs })
    .toBe("<h1>Pears</h1>");
  await page.getByRole("link", { name: "View project" }).click();
  await expect(page.getByText("Pears this year").first()).toBeVisible();
});

test("declining at GitHub shows that nothing was connected, and offers another try", async ({ page }) => {
  gitHub.become("grace");
  await enterAsNewUser(page, url);
  await openGitHub(page);
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toContainText("Access was denied. GitHub is not connected.");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: "Authorize" }).click();
  await page.waitForURL(`${url}/hosting/new`);

  await openGitHub(page);
  await page.getByRole("button", { name: "Unlink" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect(page.getByRole("button", { name: "Connect GitHub" })).toBeVisible();
});
