/** AR history, the storage types of buckets and files, and a site on Arweave, in a real browser. */
import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { arweaveKeyFile } from "../../support/storage/arweave-key.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { dropFiles } from "../../support/browser/drop.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { makeBucket, storageFiles } from "../../support/storage/storage-files.ts";
import { stateOf } from "../../support/account/visitor.ts";

const arriveMs = 60_000;

let url: string;
beforeAll(async () => ({ url } = await testCloud({ ARWEAVE_KEY_FILE: arweaveKeyFile })));

test("a switch stores a bucket and a file on Arweave, and AR history lists them, by state and by name", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/bucket/arweave`);
  await expect(page.getByText("No Arweave uploads yet")).toBeVisible();
  await expect(page.getByText("a local Arweave network, not the public one.")).toBeVisible();

  const bucket = await makeBucket(page, url, "orchard");
  const { put } = await storageFiles(page, url, bucket);
  await put("notes/pear.txt", "A pear", "text/plain");
  await page.goto(`${url}/bucket/storage/${bucket}/notes/pear.txt`);
  await page.getByRole("button", { name: "Upload to Arweave" }).click();
  await expect(page.getByRole("dialog")).toContainText("public and permanent");
  await page.getByRole("dialog").getByRole("button", { name: "Upload" }).click();
  await expect(page.getByRole("link", { name: "Synced" })).toBeVisible({ timeout: arriveMs });

  await page.goto(`${url}/bucket/storage/${bucket}/?tab=settings`);
  const types = page.getByRole("radiogroup", { name: "Storage type" });
  await expect(
    page.getByText("Files up to 150 KB are free on Arweave. Larger ones use your Arweave allowance, then LAND."),
  ).toBeVisible();
  await types.getByText("Arweave").click();
  await page.getByRole("dialog").getByRole("button", { name: "Store on Arweave" }).click();
  await expect(types.getByRole("radio", { name: "Arweave" })).toBeChecked();
  await put("notes/apple.txt", "An apple", "text/plain");

  await page.goto(`${url}/bucket/arweave`);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row("apple.txt").getByText("Synced")).toBeVisible({ timeout: arriveMs });
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByRole("searchbox").fill("pear");
  await expect(row("apple.txt")).toBeHidden();
  await expect(row("pear.txt")).toBeVisible();
  await page.getByLabel("State").selectOption("failure");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByLabel("State").selectOption("synced");

  await row("pear.txt").getByRole("link").click();
  await expect(page.getByRole("heading", { name: "pear.txt" })).toBeVisible();
  expect(await page.getByRole("navigation", { name: "Breadcrumbs" }).innerText()).toMatch(
    /AR history\s+orchard(-2)?\s+notes\s+pear\.txt/,
  );
  await expect(page.getByText("IPFS-CID")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Open" }).click();
  const content = await opened;
  await expect(content.locator("body")).toHaveText("A pear");
  expect(new URL(content.url()).hostname).toMatch(/^[a-z2-7]{52}\.arweave\.localhost$/);

  await page.goto(`${url}/bucket/storage/${bucket}/?tab=settings`);
  // The page shows what the last visit stored until the server has answered.
  await expect(types.getByRole("radio", { name: "Arweave" })).toBeChecked();
  await types.getByText("IPFS").click();
  await expect(page.getByText("Files already on Arweave stay there.")).toBeVisible();
});

test("a project is deployed to Arweave, with relative links to assets, and opens there", async ({ page }) => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/hosting/new?from=upload`);
  await dropFiles(page, {
    "index.html": '<h1>For good</h1><script src="app.js"></script>',
    "app.js": "document.title = 'ran'",
  });
  const platform = page.getByRole("radiogroup", { name: "Platform" }).getByRole("radio", { name: "Arweave (AR)" });
  await expect(platform).toHaveAccessibleDescription(/Assets are linked with relative paths/);
  await platform.check({ force: true });
  await page.getByLabel("Name", { exact: true }).fill("for-good");
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(stateOf(page)).toHaveText("Live", { timeout: arriveMs });
  const address = await arweaveAddress(page);
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "For good" })).toBeVisible();
  await expect(page).toHaveTitle("ran");
});

/** Returns the deployment's Arweave URL on its page. */
const arweaveAddress = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const taskId = location.pathname.split("/").at(-1)!;
    const headers = { authorization: localStorage.getItem("token")! };
    const answer = await fetch(`/api/hosting/project/task/object/${taskId}`, { headers });
    const { data } = (await answer.json()) as { data: { task?: { platformUrl: string }; platformUrl?: string } };
    return (data.task ?? data).platformUrl!;
  });
