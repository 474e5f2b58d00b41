import { beforeAll } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { chosen } from "../../support/browser/select.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { serveGit, type GitServer } from "../../support/git/git-server.ts";
import { ask } from "../../support/server/http.ts";
import { stateOf } from "../../support/account/visitor.ts";

const buildMs = 180_000;

let host: GitServer;
let url: string;
let port: number;
beforeAll(async () => {
  host = await serveGit();
  ({ url, port } = await testCloud({ GIT_PRIVATE_HOSTS: host.host }));
});

test("a site is deployed from any public Git address, Deploy builds new commits, and tags choose the worker", async ({
  page,
}) => {
  const remote = await host.create("team/almanac", "trunk");
  await remote.commit({ "index.html": "<h1>Spring</h1>" });
  await enterAsNewUser(page, url);
  await page.goto(`${url}/hosting/new?from=repository`);
  await expect(page.getByRole("radiogroup", { name: "Repository provider" })).not.toContainText("GitHub");
  await page.getByText("Public URL", { exact: true }).click();
  await page.getByLabel("Repository URL", { exact: true }).fill(remote.url);
  await page.getByRole("button", { name: "Use repository" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("almanac");
  await expect(chosen(page, /^Branch$/)).toContainText("trunk");
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(stateOf(page)).toHaveText("Live", { timeout: buildMs });
  expect((await ask(port, "almanac.localhost", "/")).body.toString()).toBe("<h1>Spring</h1>");

  await remote.commit({ "index.html": "<h1>Summer</h1>" }, { message: "Summer" });
  await page.getByRole("link", { name: "View project" }).click();
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(stateOf(page)).toHaveText("Live", { timeout: buildMs });
  expect((await ask(port, "almanac.localhost", "/")).body.toString()).toBe("<h1>Summer</h1>");

  await page.getByRole("link", { name: "almanac" }).first().click();
  const project = new URL(page.url()).pathname;
  await page.goto(`${url}${project}?tab=settings`);
  const build = page.locator("section.fh-card").filter({ has: page.getByRole("heading", { name: "Build" }) });
  await build.getByLabel("Worker tags").fill("arm64\nlarge");
  await build.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true }).last()).toBeVisible();
  await page.goto(`${url}${project}`);
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(page.getByText("No running worker offers the tags arm64, large").first()).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
});

test("a private address is refused with a message on the field, and the input stays", async ({ page }) => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/hosting/new?from=repository`);
  await page.getByText("Public URL", { exact: true }).click();
  const address = page.getByLabel("Repository URL", { exact: true });
  for (const [input, words] of [
    ["http://169.254.169.254/latest/meta-data", "This URL points to a private network"],
    [`http://${host.host}/git/nothing.git`, "No Git repository found at this URL."],
    ["git@example.com:team/site.git", "Use the https:// URL."],
  ] as const) {
    await address.fill(input);
    await page.getByRole("button", { name: "Use repository" }).click();
    await expect(page.getByText(words)).toBeVisible();
    await expect(address).toHaveValue(input);
    await expect(address).toHaveAttribute("aria-invalid", "true");
  }
});
