/** A team's resources, their cost and how long they last, in a real browser. */
import type { Page } from "playwright";
import { describe } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { callerOf } from "../../support/server/api.ts";
import { storedTokens } from "../../support/browser/browser-session.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { carOf, rawBlock } from "../../support/ipfs/car.ts";
import { dropFiles } from "../../support/browser/drop.ts";
import { reopenPage } from "../../support/account/enter.ts";
import { payIn } from "../../support/billing/pay-in.ts";
import { depositLand, landUnit } from "../../support/billing/paying-team.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { heading } from "../../support/account/visitor.ts";

const cloud = await faultlessCloud({ EVM_BLOCK_MS: "20" });
const { url } = cloud;
const { db } = cloud.database;

/** The page also polls, in case its socket is disconnected. */
const patience = { timeout: 90_000 };

const card = (page: Page, title: string) =>
  page.locator("section.fh-card").filter({ has: page.getByRole("heading", { level: 2, name: title, exact: true }) });
const balance = (page: Page) => card(page, "Balance").locator("strong");

const openBilling = async (page: Page, tab?: "usage" | "prices" | "alerts_and_caps"): Promise<void> => {
  await page.goto(`${url}/billing${tab ? `?tab=${tab}` : ""}`);
  await expect(heading(page, "Billing")).toBeVisible();
};

/** Signs in a new user. Returns the team and a caller for its API. */
const enter = async (page: Page) => {
  await reopenPage(page, url);
  const { accessToken: token } = await storedTokens(page);
  const get = async <T>(path: string): Promise<T> =>
    (await callerOf(url)(`GET /api/${path}`, { token })).body.data as T;
  const { uid, euid } = await get<{ uid: string; euid: string }>("auth/user");
  const team = await db.selectFrom("team").select("id").where("owner_id", "=", uid).executeTakeFirstOrThrow();
  return { get, euid, teamId: team.id };
};
/** Uses up the packages, so that usage costs LAND. */
const useUpPackages = (teamId: string) =>
  db.updateTable("allowance_grant").set({ amount: 0n }).where("team_id", "=", teamId).execute();

describe("/billing", () => {
  test("the balance updates without a reload when a chain has confirmed a deposit, and equals the ledger's exactly", async ({
    page,
  }) => {
    const { get, euid } = await enter(page);
    await openBilling(page);
    await expect(balance(page)).toHaveText("$0.00");
    await expect(card(page, "Trial package")).toContainText("of 50 min");
    await payIn(url, "polygon", euid);
    await expect(balance(page)).not.toHaveText("$0.00", patience);
    const { land } = await get<{ land: string }>("bill-consume/assets");
    const whole = (BigInt(land) / landUnit).toLocaleString("en");
    await expect(balance(page)).toHaveAttribute("title", `${whole} LAND`);
    expect(BigInt(land) % landUnit).toBe(0n);
    await expect(card(page, "Balance")).toContainText("covered by your package");
    await expect(card(page, "Standard package")).toContainText("of 250 min", patience);
    await expect(card(page, "This month")).toContainText("At this rate $0.00 this month.");
    await expect(card(page, "Cost over time")).toBeVisible();
    expect(await complaintsAbout(page)).toEqual([]);
  });

  test("the low-balance warning is saved, and is the one in the account's settings", async ({ page }) => {
    const { get } = await enter(page);
    await openBilling(page, "alerts_and_caps");
    const warning = card(page, "Low balance");
    const amount = warning.getByLabel("Balance", { exact: true });
    await expect(amount).toHaveValue("0.50");
    await amount.fill("2.5");
    await expect(warning).toContainText("2,500,000 LAND");
    await warning.getByRole("button", { name: "Save" }).click();
    await expect(warning.getByRole("button", { name: "Discard" })).toBeHidden();
    await page.reload();
    await expect(amount).toHaveValue("2.50");
    expect(await get("auth/team/balance-alert")).toMatchObject({ landLeft: String(2_500_000n * landUnit) });
  });

  test("a budget is saved in dollars, and the month's cost is shown as its share", async ({ page }) => {
    const { get, teamId } = await enter(page);
    await depositLand(db, teamId, 1_000_000n * landUnit);
    await openBilling(page);
    await page.getByRole("link", { name: "Set a budget" }).click();
    const form = card(page, "Budget");
    await form.getByText("Alert on a monthly budget").click();
    await form.getByLabel("Budget per month").fill("0");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByText("Enter an amount above zero.")).toBeVisible();
    await form.getByLabel("Budget per month").fill("2.50");
    await expect(form).toContainText("2,500,000 LAND");
    expect(await complaintsAbout(page)).toEqual([]);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByRole("button", { name: "Discard" })).toBeHidden();
    expect(await get("bill-consume/budget")).toEqual({ enable: true, land: String(2_500_000n * landUnit) });
    await page.getByRole("tab", { name: "Overview" }).click();
    await expect(card(page, "This month")).toContainText("$0.00 of $2.50 budget");
    await expect(page.getByRole("meter", { name: "Share of the budget" })).toBeVisible();
  });

  test("a deposit and a month have a receipt to print, with the chain and the transaction", async ({ page }) => {
    const { euid } = await enter(page);
    await payIn(url, "polygon", euid);
    await page.goto(`${url}/billing/deposit`);
    const rows = page.getByRole("table", { name: "Deposit history" }).getByRole("row");
    const row = rows.filter({ hasText: /\$\d/ }).filter({ hasText: "LAND" }).filter({ hasNotText: "<$" }).first();
    await expect(row).toContainText("Credited", patience);
    await row.getByRole("button").last().click();
    await page.getByRole("menuitem", { name: "View receipt" }).click();
    const sheet = page.getByRole("article", { name: "Deposit receipt" });
    await expect(sheet).toContainText("Polygon");
    await expect(sheet).toContainText(/0x[0-9a-f]{64}/);
    await expect(sheet.locator("tfoot")).toContainText(/\$\d.* LAND\)/);
    expect(await complaintsAbout(page)).toEqual([]);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeHidden();
    await expect(page.locator(".fh-drawer")).toBeHidden();
    await expect(sheet).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await page.goto(`${url}/billing/receipt/deposit/${crypto.randomUUID()}`);
    await expect(page.getByRole("link", { name: "View LAND records" })).toBeVisible();
    await page.goto(`${url}/billing/receipt/statement/${new Date().toISOString().slice(0, 7)}`);
    await expect(page.getByRole("article", { name: /^Statement for / })).toContainText("Deposits");
  });

  test("a cap is set, refuses usage above it, and is removed", async ({ page }) => {
    const { teamId } = await enter(page);
    await depositLand(db, teamId, 1_000_000n * landUnit);
    await useUpPackages(teamId);
    await openBilling(page, "alerts_and_caps");
    const caps = page.getByRole("table", { name: "Spend caps" });
    await page.getByRole("button", { name: "Set cap" }).click();
    const dialog = page.getByRole("dialog", { name: "Set spend cap" });
    await dialog.getByLabel("Applies to").selectOption({ label: "Service: Storage" });
    await dialog.getByRole("button", { name: "Set cap" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Enter an amount in dollars.");
    await dialog.getByLabel("Limit per month").fill("0");
    expect(await complaintsAbout(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Set cap" }).click();
    await expect(caps).toContainText("Storage");

    await chooseCar(page);
    const car = page.getByRole("dialog", { name: "Upload CAR" });
    await expect(car).toContainText("which exceeds a spend cap.");
    await car.getByRole("button", { name: "Upload and pin" }).click();
    const refused = page.getByRole("dialog").filter({ hasText: "the spend cap of Storage ($0.00 per month)" });
    await refused.getByRole("button", { name: "Open billing" }).click();

    await caps
      .getByRole("row", { name: /Storage/ })
      .getByRole("button")
      .click();
    await page.getByRole("menuitem", { name: "Remove cap" }).click();
    await page.getByRole("dialog", { name: "Remove spend cap?" }).getByRole("button", { name: "Remove cap" }).click();
    await expect(page.getByText("No spend caps")).toBeVisible();
    await chooseCar(page);
    await expect(car).toContainText(/Storage for 30 days: <?\$/);
    await car.getByRole("button", { name: "Upload and pin" }).click();
    await expect(car).toBeHidden();
    await expect(page.getByRole("table").first()).toContainText("Pinned");
  });

  test("the calculator shows the cost of a month, and a deployment its cost before it starts", async ({ page }) => {
    const { teamId } = await enter(page);
    await openBilling(page, "prices");
    const calculator = card(page, "Calculator");
    for (const field of ["IPFS storage", "Traffic", "Compute units", "Arweave storage"])
      await calculator.getByLabel(field, { exact: true }).fill("");
    await calculator.getByLabel("Build time", { exact: true }).fill("100.5");
    await expect(calculator.getByLabel("Cost")).toContainText("$3.02 · 3.02 M LAND");
    await calculator.getByText("Standard", { exact: true }).click();
    await expect(calculator.getByLabel("Cost")).toContainText("Per month$0.00");

    await page.goto(`${url}/hosting/new`);
    await dropFiles(page, { "index.html": "<h1>Orchard</h1>" });
    const details = page.getByText("Storage for 30 days: covered by your allowance.");
    await expect(details).toBeHidden();
    await page.getByRole("button", { name: "Included in your plan" }).click();
    await expect(details).toBeVisible();
    await useUpPackages(teamId);
    await page.reload();
    await dropFiles(page, { "index.html": "<h1>Orchard</h1>" });
    await expect(page.getByText(/^Storage for 30 days: <\$0.0001, which exceeds your balance/)).toBeVisible();
    await page.getByText("Repository", { exact: true }).click();
    await expect(page.getByText("Your allowance and balance don't cover this.")).toBeVisible();
    expect(await complaintsAbout(page)).toEqual([]);
  });
});

const chooseCar = async (page: Page): Promise<void> => {
  await page.goto(`${url}/bucket/pinning-service`);
  await page.getByRole("button", { name: "Upload CAR" }).first().click();
  const buffer = await carOf([await rawBlock("an orchard of apples")]);
  const file = { name: "orchard.car", mimeType: "application/vnd.ipld.car", buffer };
  await page.getByRole("dialog", { name: "Upload CAR" }).getByLabel("CAR file").setInputFiles(file);
};
