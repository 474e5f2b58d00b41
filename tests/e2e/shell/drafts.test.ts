/** Drafts survive leaving a page before the browser has stored them. */
import type { Page } from "playwright";
import { messages } from "../../../resources/declare/messages.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { disconnect, heading } from "../../support/account/visitor.ts";

const { url } = await faultlessCloud();

/** Simulates a page left immediately: its later writes to IndexedDB are lost. */
const storeNothingMore = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const begin = IDBDatabase.prototype.transaction;
    const never = { objectStore: () => ({ put: () => undefined, delete: () => undefined }) };
    IDBDatabase.prototype.transaction = function (names, mode, ...rest) {
      return mode === "readwrite" ? (never as unknown as IDBTransaction) : begin.call(this, names, mode, ...rest);
    };
  });

const openForm = async (page: Page) => {
  await page.getByRole("button", { name: "Create name" }).first().click();
  const form = page.getByRole("dialog", { name: "Create name" });
  return { form, name: form.getByLabel("Name"), value: form.getByLabel("Target") };
};
const unconfirmed = (page: Page) => page.evaluate(() => Object.keys(sessionStorage).join());

test("a form reloaded while typing keeps every field, in other tabs too, until it is submitted", async ({ page }) => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/gateway/ipns`);
  const first = await openForm(page);
  await first.name.fill("blog");
  await expect.poll(() => unconfirmed(page)).not.toContain("unconfirmed");
  await storeNothingMore(page);
  await first.value.fill("/ipfs/bafkqabtimvwgy3yk");
  await page.reload();
  const again = await openForm(page);
  await expect(again.value).toHaveValue("/ipfs/bafkqabtimvwgy3yk");
  await expect(again.name).toHaveValue("blog");
  await expect(page.getByText(messages.draftRestored)).toBeVisible();

  const other = await page.context().newPage();
  await other.goto(`${url}/gateway/ipns`);
  await expect((await openForm(other)).value).toHaveValue("/ipfs/bafkqabtimvwgy3yk");

  await storeNothingMore(page);
  await again.form.getByRole("button", { name: "Create and publish" }).click();
  await expect(page.getByRole("row", { name: /blog/ })).toBeVisible();
  expect(await unconfirmed(page)).toContain("unconfirmed");
  await page.reload();
  const sent = await openForm(page);
  // Wait until the empty draft is stored.
  await expect.poll(() => unconfirmed(page)).not.toContain("unconfirmed");
  await expect(sent.name).toHaveValue("");
});

test("New project keeps input typed just before leaving, and Disconnect deletes it", async ({ page }) => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/hosting/new?from=upload`);
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toHaveValue("");
  await storeNothingMore(page);
  await name.fill("orchard");
  await page.reload();
  await expect(name).toHaveValue("orchard");
  await storeNothingMore(page);
  await name.fill("meadow");
  await expect(page).toHaveURL(/from=upload/);
  expect(await unconfirmed(page)).toContain("unconfirmed");
  await disconnect(page);
  await expect(heading(page, /./)).toBeVisible();
  expect(await unconfirmed(page)).not.toContain("unconfirmed");
});
