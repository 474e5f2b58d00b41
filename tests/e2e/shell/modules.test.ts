/** The screens of an installed module, drawn by a dashboard that was built without it. */
import { join } from "node:path";
import { reopenPage } from "../../support/account/enter.ts";
import { heading } from "../../support/account/visitor.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { sections } from "../../support/browser/menu.ts";
import { choose } from "../../support/browser/select.ts";
import { testDatabase } from "../../support/database/database.ts";
import { freePort } from "../../support/free-port.ts";
import { startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";

test("a module's list appears in the menu, and its records are created, shown, edited, found and deleted on generated screens", async ({
  page,
}) => {
  const { url: DATABASE_URL } = await testDatabase();
  const settings = { DATABASE_URL, PORT: String(await freePort()) };
  const dataDir = await temporaryFolder();
  const before = startCloudProcess(dataDir, settings);
  const url = await before.ready;
  await reopenPage(page, url);
  await before.end("SIGTERM");
  const FREEHOLD_MODULES = join(import.meta.dirname, "../../../examples/module");
  await startCloudProcess(dataDir, { ...settings, FREEHOLD_MODULES }).ready;

  // The browser starts with the configuration of the last visit, which had no module.
  await page.goto(`${url}/bookmarks`);
  const entry = sections(page).getByRole("link", { name: "Bookmarks" });
  await expect(entry).toHaveAttribute("href", "/bookmarks");
  await expect(page).toHaveTitle("Bookmarks - Hosting - Freehold");
  await expect(page.getByText("No bookmarks yet")).toBeVisible();

  await page.getByRole("link", { name: "Create bookmark" }).first().click();
  await expect(heading(page, "Create bookmark")).toBeVisible();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Name is required.")).toBeVisible();
  await page.getByLabel("Name").fill("Seeds");
  await page.getByLabel("Address").fill("http://127.0.0.1:9/seeds");
  await choose(page, "Topic", "Reading");
  await page.getByRole("button", { name: "Create" }).click();

  // The list follows the module's background task.
  const row = page.getByRole("row", { name: /Seeds/ });
  await expect(row).toContainText("Reading");
  await expect(row).toContainText("Missing");
  expect(await complaintsAbout(page)).toEqual([]);

  await row.getByRole("link", { name: "Seeds", exact: true }).click();
  await expect(page.locator(".fh-facts")).toContainText("Reading");
  await expect(heading(page, "Bookmark")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await entry.click();
  await row.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Check page" }).click();
  await expect(page.getByText("The page is being checked")).toBeVisible();
  await row.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Seeds");
  await page.getByLabel("Note").fill("For the spring");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("For the spring");

  await page.getByRole("searchbox").fill("nothing like it");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("searchbox").fill("see");
  await row.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete" }).getByRole("button", { name: "Delete" }).click();
  await expect(row).toBeHidden();
});
