/** Internal errors: what users see of them, and what operators find by it. */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, separateClipboard, test } from "../../support/browser/browser.ts";
import { enterWithKey } from "../../support/account/enter.ts";
import { createToken, nameOfToken, openTokenForm } from "../../support/browser/browser-session.ts";
import { testCloud } from "../../support/server/cloud.ts";

const operatorKey = privateKeyToAccount(generatePrivateKey());
const cloud = await testCloud({ OPERATORS: operatorKey.address });

test("the reference of an error on screen can be copied, and finds the error in the log", async ({ page }) => {
  await separateClipboard(page.context());
  await enterWithKey(page, cloud.url, operatorKey);
  await page.goto(`${cloud.url}/hosting/auth-tokens`);
  await openTokenForm(page);
  await cloud.database.pool.query("alter table auth_token rename to auth_token_away");
  try {
    await nameOfToken(page).fill("lost");
    await createToken(page);
    const failed = page.getByRole("dialog").getByText(/Something went wrong\. Try again\./);
    await expect(failed).toBeVisible();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Copy reference" })).toBeVisible();
    await page.reload();
    const copy = page.getByRole("button", { name: "Copy reference" });
    await expect(copy).toBeVisible();
    await copy.click();
    await expect(page.getByText("Copied")).toBeVisible();
    const reference = await page.evaluate(() => navigator.clipboard.readText());
    await expect(page.getByText(`Reference: ${reference}`)).toBeVisible();
    const lines = cloud.logged.filter(({ requestId }) => requestId === reference);
    expect(lines.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(["Request failed with an internal error", "Request failed"]),
    );
    expect(JSON.stringify(lines)).toContain("auth_token");
  } finally {
    await cloud.database.pool.query("alter table auth_token_away rename to auth_token");
  }
});

test("the System page shows processes, queues with their wait, background tasks, disk and database", async ({
  page,
}) => {
  await cloud.database.pool.query(
    "insert into pgboss.job (name, data, created_on, start_after) select 'mail', '{}', now() - interval '20 minutes', now() + interval '1 hour'",
  );
  await enterWithKey(page, cloud.url, operatorKey);
  await page.goto(`${cloud.url}/operator/processes`);
  await expect(page.getByText("Jobs in mail have waited for 20 minutes. Add workers.")).toBeVisible();
  await expect(page.getByRole("row", { name: /mail/ })).toContainText(/20m \d\ds/);
  for (const title of ["Disk", "Database", "Jobs", "Background tasks"])
    await expect(page.locator("dt", { hasText: new RegExp(`^${title}$`) })).toBeVisible();
  await expect(page.getByRole("row", { name: /web, worker/ })).toContainText("Running");
});
