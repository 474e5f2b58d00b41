import { beforeAll } from "vitest";
import { expect, test } from "../support/browser.ts";
import { testCloud } from "../support/cloud.ts";
import { enterAnew } from "../support/enter.ts";
import { serveGit, type GitServer } from "../support/git-server.ts";
import { ask } from "../support/http.ts";
import { stateOf } from "../support/visitor.ts";

const buildMs = 180_000;

let host: GitServer;
let url: string;
let port: number;
beforeAll(async () => {
  host = await serveGit();
  ({ url, port } = await testCloud({ GIT_PRIVATE_HOSTS: host.host }));
});

test("a site is deployed from any public Git address, and Deploy brings what was pushed since", async ({ page }) => {
  const remote = await host.create("team/almanac", "trunk");
  await remote.commit({ "index.html": "<h1>Spring</h1>" });
  await enterAnew(page, url);
  await page.goto(`${url}/hosting/new?from=repository`);
  await expect(page.getByRole("radiogroup", { name: "Where the repository is" })).not.toContainText("GitHub");
  await page.getByText("Public address", { exact: true }).click();
  await page.getByLabel("Address", { exact: true }).fill(remote.url);
  await page.getByRole("button", { name: "Use this repository" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("almanac");
  await expect(page.getByLabel("Branch", { exact: true })).toHaveValue("trunk");
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(stateOf(page)).toHaveText("Live", { timeout: buildMs });
  expect((await ask(port, "almanac.localhost", "/")).body.toString()).toBe("<h1>Spring</h1>");

  await remote.commit({ "index.html": "<h1>Summer</h1>" }, { message: "Summer" });
  await page.getByRole("link", { name: "Project", exact: true }).click();
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(stateOf(page)).toHaveText("Live", { timeout: buildMs });
  expect((await ask(port, "almanac.localhost", "/")).body.toString()).toBe("<h1>Summer</h1>");
});

test("a private address is refused in words beside the field, and what was typed stays", async ({ page }) => {
  await enterAnew(page, url);
  await page.goto(`${url}/hosting/new?from=repository`);
  await page.getByText("Public address", { exact: true }).click();
  const address = page.getByLabel("Address", { exact: true });
  for (const [typed, words] of [
    ["http://169.254.169.254/latest/meta-data", "This address is private, or leads to one"],
    [`http://${host.host}/git/nothing.git`, "There is no Git repository at this address."],
    ["git@example.com:team/site.git", "Please give the address that starts with https://"],
  ] as const) {
    await address.fill(typed);
    await page.getByRole("button", { name: "Use this repository" }).click();
    await expect(page.getByText(words)).toBeVisible();
    await expect(address).toHaveValue(typed);
    await expect(address).toHaveAttribute("aria-invalid", "true");
  }
});
