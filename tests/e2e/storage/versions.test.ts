import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { fileLink, makeBucket, storageFiles } from "../../support/storage/storage-files.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud()));

const dialog = (page: Page) => page.getByRole("dialog");

test("an earlier version and a deleted file are restored, and rules show what they would delete", async ({ page }) => {
  await enterAsNewUser(page, url);
  const bucket = await makeBucket(page, url, "kept-versions");
  await page.goto(`${url}/bucket/storage/${bucket}/?tab=settings`);
  await page.getByLabel("Keep earlier versions of files").click();
  await expect(page.getByText("Versioning changed")).toBeVisible();
  await page.goto(`${url}/bucket/storage/${bucket}/`);
  const { put } = await storageFiles(page, url, bucket);
  await put("notes.txt", "first", "text/plain");
  await put("notes.txt", "second text", "text/plain");
  await put("other.txt", "kept", "text/plain");

  await page.goto(`${url}/bucket/storage/${bucket}/notes.txt`);
  const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText("Current");
  expect(await complaintsAbout(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    versions
      .nth(1)
      .getByRole("button", { name: /^Download version/ })
      .click(),
  ]);
  expect(download.suggestedFilename()).toBe("notes.txt");
  await versions
    .nth(1)
    .getByRole("button", { name: /^Restore version/ })
    .click();
  await expect(page.getByText("Version restored")).toBeVisible();
  await expect(versions).toHaveCount(3);
  await expect(page.getByLabel("Content of notes.txt")).toHaveText("first");
  await versions
    .nth(1)
    .getByRole("button", { name: /^Delete version/ })
    .click();
  await dialog(page).getByRole("button", { name: "Delete version" }).click();
  await expect(versions).toHaveCount(2);

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(dialog(page)).toContainText("Earlier versions are kept");
  await dialog(page).getByRole("button", { name: "Delete file" }).click();
  await expect(fileLink(page, "other.txt")).toBeVisible();
  await expect(fileLink(page, "notes.txt")).toBeHidden();
  await page.getByLabel("Show deleted files").check();
  const deleted = page.getByRole("table", { name: "Deleted files" });
  await expect(deleted).toContainText("notes.txt");
  await deleted.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: "Restore" }).click();
  await expect(fileLink(page, "notes.txt")).toBeVisible();
  await expect(page.getByText("No deleted files")).toBeVisible();

  await page.goto(`${url}/bucket/storage/${bucket}/?tab=settings`);
  await page.getByRole("button", { name: "Add lifecycle rule" }).click();
  await page.getByRole("textbox", { name: "Prefix" }).fill("notes");
  await page.getByLabel("Or on date").fill("2020-01-01");
  await page.getByRole("button", { name: "Preview next run" }).click();
  await expect(dialog(page)).toContainText("1 file, 0 earlier versions");
  await expect(dialog(page).getByRole("list", { name: "File" })).toContainText("notes.txt");
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Save lifecycle rules" }).click();
  await expect(page.getByText("Rules saved")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Prefix" })).toHaveValue("notes");
  expect(await complaintsAbout(page)).toEqual([]);
});
