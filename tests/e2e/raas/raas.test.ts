/** Long, because all tests share one server whose rollups take time. */
/** Ordering and monitoring rollups, in a real browser on a server that runs them locally. */
import { randomInt } from "node:crypto";
import type { Page } from "playwright";
import { rollupTerms } from "../../../resources/raas/plans.ts";
import { rollupStatus } from "../../../resources/raas/rollups.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { callerOf } from "../../support/server/api.ts";
import { storedTokens } from "../../support/browser/browser-session.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { cutParts } from "../../support/browser/layout.ts";
import { reopenPage } from "../../support/account/enter.ts";
import { depositLand, landUnit } from "../../support/billing/paying-team.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { answerDevWallet, heading } from "../../support/account/visitor.ts";

const cloud = await faultlessCloud({ EVM_BLOCK_MS: "20" });
const { url } = cloud;

const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true }).click();
const choose = (page: Page, name: string | RegExp) =>
  page.getByRole("radio", { name, exact: true }).check({ force: true });
/** Returns a tile's figure. */
const tile = (page: Page, title: string) => page.locator(".fh-tile").filter({ hasText: title }).locator("dd").first();

/** Follows the preselected options up to the chain's fields. */
const chooseOneClick = async (page: Page): Promise<void> => {
  const isChosen = (name: string) => expect(page.getByRole("radio", { name, exact: true })).toBeChecked();
  await page.goto(`${url}/raas`);
  await page.getByRole("link", { name: "New rollup" }).first().click();
  await isChosen("OP Stack");
  await next(page);
  await isChosen("Settlement layer");
  await next(page);
  await isChosen("Ethereum");
  await isChosen("Testnet");
  await expect(page.getByText("created automatically")).toBeVisible();
  await next(page);
};

const { db } = cloud.database;

const deposit = async (page: Page, land: bigint): Promise<void> => {
  const { accessToken: token } = await storedTokens(page);
  const { uid } = (await callerOf(url)("GET /api/auth/user", { token })).body.data as { uid: string };
  const team = await db.selectFrom("team").select("id").where("owner_id", "=", uid).executeTakeFirstOrThrow();
  await depositLand(db, team.id, land * landUnit);
};

test("a free trial is ordered, created with its roles' logs shown, monitored, added to a wallet, renewed before and after its expiry, and terminated; a role's balance ≤ 0.1 ETH warns", async ({
  page,
}) => {
  await reopenPage(page, url);
  await page.goto(`${url}/raas`);
  await expect(page.getByText("No rollups yet")).toBeVisible();
  await expect(page.getByText("The first two hours are free")).toBeVisible();
  await chooseOneClick(page);

  await page.getByLabel("Name").fill("create");
  await page.getByLabel("Chain ID").fill("1");
  await expect(page.getByText("This chain ID is taken. Choose another.")).toBeVisible();
  // Both are refused in this step, not at the end.
  await choose(page, "1 day");
  await next(page);
  await expect(page.getByText("This name is reserved. Choose another.")).toBeVisible();
  await page.getByLabel("Name").fill("Orchard");
  await next(page);
  await expect(page.getByText("This chain ID is taken. Choose another.")).toBeVisible();
  // Another at each attempt, since the ID stays taken.
  await page.getByLabel("Chain ID").fill(String(randomInt(7_300_000, 7_400_000)));
  await expect(page.getByText("This chain ID is available.")).toBeVisible();
  await choose(page, "2-hour trial");
  expect(await complaintsAbout(page)).toEqual([]);
  await next(page);
  await expect(page.getByText("without fault proofs")).toBeVisible();
  const release = await holdInMaking(page);
  await page.getByRole("button", { name: "Start free trial" }).click();

  await expect(page.getByRole("progressbar", { name: "Progress" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Steps" })).toContainText("Post the first batch");
  await expect(page.getByRole("region", { name: "Sequencer log" })).toContainText(/block/i);
  release();

  // Its page opens automatically once it runs.
  await expect(page.getByRole("tab", { name: "Configuration" })).toBeVisible();
  await expect(page).toHaveURL(/\/raas\/Orchard\/[0-9a-f-]{36}$/);
  await expect(page.getByText("Running", { exact: true })).toBeVisible();
  await expect(tile(page, "Height")).toHaveText(/^\d+$/);
  await expect(tile(page, "Time left").getByRole("timer")).toBeVisible();
  const roles = page.getByRole("table", { name: "Roles" });
  await expect(roles.getByRole("row")).toHaveCount(4);
  expect(await cutParts(page)).toEqual([]);
  await roles
    .getByRole("row", { name: /Batcher/ })
    .getByRole("button", { name: "Actions" })
    .click();
  await page.getByRole("menuitem", { name: "Fund role" }).click();
  await expect(page.getByText("Funded")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);

  await sayLow(page, "batcher");
  await expect(page.getByText("Batcher: low on ETH")).toBeVisible();
  await expect(roles.getByRole("row", { name: /Batcher/ })).toContainText("Low");

  await page.getByRole("button", { name: "Add to wallet" }).click();
  await answerDevWallet(page, "Connect");
  await answerDevWallet(page, "Add");
  await expect(page.getByText("Dev wallet is on Orchard.")).toBeVisible();

  await page.getByRole("tab", { name: "Logs" }).click();
  await page.getByRole("tab", { name: "Batcher" }).click();
  const log = page.getByRole("region", { name: "Batcher log" });
  await expect(log).toContainText(/batch/i);
  await page.getByLabel("Search log").fill("batch");
  await expect(page.getByRole("status").filter({ hasText: /^1 of \d/ })).toBeVisible();
  await expect(log.locator("mark").first()).toHaveText(/batch/i);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download log" }).click();
  expect((await saved).suggestedFilename()).toBe("batcher.txt");
  await page.getByRole("tab", { name: "Activity" }).click();
  await expect(page.getByRole("img", { name: /^Block time from .* Block time: highest \d/ })).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByRole("tab", { name: "Configuration" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("Orchard.json");

  await page.getByRole("button", { name: "Renew" }).click();
  const renewal = page.getByRole("dialog", { name: "Renew" });
  await expect(renewal.getByText("Your balance is too low")).toBeVisible();
  await renewal.getByRole("button", { name: "Cancel" }).click();
  await deposit(page, 2n * rollupTerms.DAY.land);
  await page.reload();
  await page.getByRole("button", { name: "Renew" }).click();
  // The longest plan that the balance covers, up to the default one.
  await expect(page.getByRole("radio", { name: "1 day", exact: true })).toBeChecked();
  await renewal.getByRole("button", { name: /^Pay \$18\.00 · 18 M LAND/ }).click();
  await expect(page.getByText("Renewed")).toBeVisible();
  await page.getByRole("tab", { name: "Bills" }).click();
  await expect(page.getByRole("row", { name: /Renewal.*1 day.*\$18\.00 · 18 M LAND/ })).toBeVisible();

  // It expires while the page is open.
  await db.updateTable("rollup").set({ expires_at: new Date() }).where("name", "=", "Orchard").execute();
  await expect(page.getByText("This rollup has expired")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add to wallet" })).toHaveCount(0);
  await page.getByRole("button", { name: "Renew" }).click();
  await choose(page, "1 day");
  await renewal.getByRole("button", { name: /^Pay \$18\.00 · 18 M LAND/ }).click();
  await expect(page.getByRole("button", { name: "Add to wallet" })).toBeVisible();

  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Terminate" }).click();
  const ending = page.getByRole("dialog", { name: "Terminate rollup" });
  await ending.getByRole("textbox").fill("Orchid");
  await ending.getByRole("button", { name: "Terminate" }).click();
  await expect(ending.getByText("Type Orchard.")).toBeVisible();
  await ending.getByRole("textbox").fill("Orchard");
  await ending.getByRole("button", { name: "Terminate" }).click();
  await expect(page.getByText("This rollup has ended")).toBeVisible();

  // The trial is available once per account, and the form shows that.
  await chooseOneClick(page);
  await expect(page.getByRole("radio", { name: "2-hour trial" })).toBeDisabled();
  await expect(page.getByText("Already used. Each account has one trial.")).toBeVisible();
});

test("the form survives a reload; a low balance leads to a deposit and loses nothing; the order waits for its payment", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await reopenPage(page, url);
  await chooseOneClick(page);
  await page.getByLabel("Name").fill("A chain with a rather long name of forty");
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByLabel("Logo", { exact: true }).setInputFiles("src/dashboard/public/mark.svg");
  await expect(page.getByText("mark.svg is not a PNG, JPEG or WebP image.")).toBeVisible();
  await page
    .getByLabel("Logo", { exact: true })
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: await page.screenshot() });
  await expect(page.getByAltText("Selected logo")).toBeVisible();
  await choose(page, "93 days");
  await expect(page.getByText("$1,500.00").last()).toBeVisible();
  await page.reload();
  await expect(page.getByText("Draft restored.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("A chain with a rather long name of forty");
  await expect(page.getByAltText("Selected logo")).toBeVisible();
  await next(page);
  await expect(page.getByText("Your balance is too low")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay \$1,500\.00/ })).toBeDisabled();
  await fitsThePhone(page);
  await page.getByRole("link", { name: "Deposit", exact: true }).click();
  await expect(heading(page, "Deposit")).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Order and pay later" }).click();

  await expect(page.getByText("Pending payment")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay \$1,500\.00/ })).toBeDisabled();
  await fitsThePhone(page);
  expect(await complaintsAbout(page)).toEqual([]);
  await page.goto(`${url}/raas`);
  await page.getByRole("link", { name: /A chain with a rather long name/ }).click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("This order has ended")).toBeVisible();
});

test("a trial account has no rollups: the screen shows why, and links to account activation", async ({ page }) => {
  await page.route("**/auth/self-handled-register-apply*", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { handled: boolean } };
    body.data.handled = false;
    await route.fulfill({ response, json: body });
  });
  await reopenPage(page, url);
  await page.goto(`${url}/raas`);
  await expect(page.getByText("Activate it to use rollups.")).toBeVisible();
  await expect(page.getByRole("link", { name: "New rollup" })).toHaveCount(0);
  await page.goto(`${url}/raas/create`);
  await page.getByRole("button", { name: "Activate now" }).click();
  await expect(page.getByRole("dialog", { name: "Activate your account" })).toBeVisible();
});

test("other choices go to the contact form, which requires email and Telegram", async ({ page }) => {
  await reopenPage(page, url);
  await page.goto(`${url}/raas/create`);
  await choose(page, "Polygon CDK");
  await next(page);
  await choose(page, "Arweave");
  await next(page);
  await choose(page, "BNB Chain");
  await choose(page, "Mainnet");
  await expect(page.getByText("This combination requires review")).toBeVisible();
  await next(page);
  await page.getByLabel("Chain name").fill("Harvest");
  await page.getByLabel("Email", { exact: true }).fill("nobody");
  await next(page);
  await expect(page.getByText("Invalid email")).toBeVisible();
  await expect(page.getByText("This field is required.")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByLabel("Email", { exact: true }).fill("team@orchard.example");
  await page.getByLabel("Telegram").fill("@orchard");
  await next(page);
  await page.getByRole("button", { name: "Send application" }).click();
  await expect(page.getByText("Applying")).toBeVisible();
  await expect(page.getByText("Your application is being reviewed")).toBeVisible();
  await expect(page.getByText("@orchard", { exact: true })).toBeVisible();
  // A sent form is no draft.
  await page.goto(`${url}/raas/create`);
  await expect(page.getByRole("radio", { name: "Polygon CDK" })).not.toBeChecked();
});

/**
 * Reports a role's balance as 0.1 coin from the next answer on, since the server adds no funds automatically and
 * spending takes long.
 */
const sayLow = async (page: Page, name: string): Promise<void> => {
  await page.route("**/api/raas/rollup/*/health", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { roles: { role: string; low: boolean; balance: string }[] } };
    for (const role of body.data.roles.filter(({ role }) => role === name))
      Object.assign(role, { low: true, balance: "100000000000000000" });
    await route.fulfill({ response, json: body });
  });
};

/** Keeps a rollup's page in the creating state, however fast its creation is. Returns a function that ends this. */
const holdInMaking = async (page: Page): Promise<() => void> => {
  let isHeld = true;
  await page.route("**/api/raas/rollup/detail/*", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { status: number } };
    if (isHeld) body.data.status = rollupStatus.CREATING;
    await route.fulfill({ response, json: body });
  });
  return () => {
    isHeld = false;
  };
};

const fitsThePhone = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
};
