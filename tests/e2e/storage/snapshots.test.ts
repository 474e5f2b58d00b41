/** Creates, browses, compares, publishes and deletes snapshots of a bucket on screen. */
import { expect, test } from "../../support/browser/browser.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { makeBucket, storageFiles } from "../../support/storage/storage-files.ts";

const { url } = await faultlessCloud();

test("a bucket's snapshots are created, browsed, compared, published and deleted, and a file shows its versions", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  const bucket = await makeBucket(page, url, "with-snapshots");
  const files = await storageFiles(page, url, bucket);
  await files.put("index.html", "first");
  await files.put("docs/a.txt", "alpha");
  await page.goto(`${url}/bucket/storage/${bucket}/?tab=snapshots`);
  await expect(page.getByText("No snapshots yet")).toBeVisible();
  await page.getByRole("button", { name: "Create bucket snapshot" }).click();
  const rows = page.getByRole("row").filter({ hasText: "Entire bucket" });
  await expect(rows).toContainText("Private");

  await files.put("index.html", "second");
  await files.put("docs/b.txt", "beta");
  await page.getByRole("button", { name: "Create bucket snapshot" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("Private");

  const choose = async (name: string) => {
    await rows
      .first()
      .getByRole("button", { name: /^Actions/ })
      .click();
    await page.getByRole("menuitem", { name }).click();
  };
  const dialog = page.getByRole("dialog");
  await choose("Compare");
  await expect(dialog.getByRole("listitem").filter({ hasText: "docs/b.txt" })).toContainText("Added");
  await expect(dialog.getByRole("listitem").filter({ hasText: "index.html" })).toContainText("Changed");
  await page.keyboard.press("Escape");

  await choose("Browse DAG");
  await dialog.getByRole("button", { name: /^docs/ }).click();
  await dialog.getByRole("button", { name: /^a\.txt/ }).click();
  await expect(dialog).toContainText("raw · block of 5 B");
  await dialog.getByRole("button", { name: "docs" }).click();
  await expect(dialog.getByRole("button", { name: /^b\.txt/ })).toBeVisible();
  await page.keyboard.press("Escape");

  await choose("Publish");
  await expect(dialog).toContainText("Anyone with its CID can read its files (3)");
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(rows.first()).toContainText("Published");
  await page.goto(`${url}/bucket/pinning-service`);
  await expect(page.getByRole("row").filter({ hasText: bucket })).toBeVisible();

  await page.goto(`${url}/bucket/storage/${bucket}/index.html`);
  const versions = page.getByRole("listitem").filter({ hasText: /bafkrei|bafy|…/ });
  await expect(versions.filter({ hasText: "current" })).toHaveCount(1);
  await expect(versions).toHaveCount(2);

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(dialog).toContainText("Snapshots keep its version of");
  await expect(dialog).not.toContainText("cannot be undone");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.goto(`${url}/bucket/storage/${bucket}/?tab=snapshots`);
  // The cached state of the last visit shows first.
  await expect(rows.first()).toContainText("Published");
  await choose("Delete");
  await expect(dialog).toContainText("A published snapshot stays pinned");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(rows).toHaveCount(1);
});
