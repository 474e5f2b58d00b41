/** Follows docs/contribute/adding-a-resource.md and checks in the browser what the declaration adds. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { callerOf } from "../../support/server/api.ts";
import { storedTokens } from "../../support/browser/browser-session.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";
import { testDatabase } from "../../support/database/database.ts";
import { projectAfter } from "../../support/server/documented-steps.ts";
import { reopenPage } from "../../support/account/enter.ts";
import { heading } from "../../support/account/visitor.ts";

let url: string;
beforeAll(async () => {
  const project = await projectAfter("docs/contribute/adding-a-resource.md");
  const vite = join(project, "node_modules/vite/bin/vite.js");
  await promisify(execFile)(process.execPath, [vite, "build", "--logLevel", "error"], { cwd: project });
  const database = await testDatabase();
  url = await startCloudProcess(await temporaryFolder(), { DATABASE_URL: database.url }, project).ready;
});

test("a declared resource appears in the drawer, its records are created, found, edited and deleted, and its list follows changes elsewhere", async ({
  page,
}) => {
  await reopenPage(page, url);
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Bookmarks" }).click();
  await expect(page).toHaveTitle("Bookmarks - Hosting - Freehold");
  await expect(page.getByText("No bookmarks yet")).toBeVisible();

  await page.getByRole("link", { name: "Create bookmark" }).first().click();
  await expect(heading(page, "Create bookmark")).toBeVisible();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Name is required.")).toBeVisible();
  await page.getByLabel("Name").fill("Seeds");
  await page.getByLabel("Address").fill("https://example.com/seeds");
  await page.getByRole("button", { name: "Create" }).click();

  const row = page.getByRole("row", { name: /Seeds/ });
  await expect(row.getByRole("link", { name: /example\.com/ })).toBeVisible();
  await row.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Seeds");
  await page.getByLabel("Note").fill("For the spring");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("For the spring");

  // Another session of the team creates two more: the list follows without a reload, and both are deleted at once.
  const { accessToken: token } = await storedTokens(page);
  for (const name of ["Bulbs", "Roots"])
    await callerOf(url)("POST /api/hosting/bookmark", { token, body: { name, address: "https://example.com" } });
  const more = page.getByRole("row", { name: /Bulbs|Roots/ });
  await expect(more).toHaveCount(2);
  for (const at of [0, 1]) await more.nth(at).getByRole("checkbox").check();
  const selection = page.getByRole("group", { name: "Selected rows" });
  await expect(selection).toContainText("2 bookmarks selected");
  await selection.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete 2 bookmarks?" }).getByRole("button", { name: "Delete" }).click();
  await expect(more).toHaveCount(0);
  expect(await complaintsAbout(page)).toEqual([]);

  await page.getByRole("searchbox").fill("nothing like it");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("searchbox").fill("see");
  await row.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete" });
  await expect(dialog).toContainText("The bookmark is deleted for the whole team.");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(row).toBeHidden();
});
