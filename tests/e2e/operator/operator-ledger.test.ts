/** Vouchers from creation to redemption, the ledger that records both, and prices. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test, type BrowserFixtures } from "../../support/browser/browser.ts";
import { enterWithKey } from "../../support/account/enter.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { choose } from "../../support/browser/select.ts";

const operatorKey = privateKeyToAccount(generatePrivateKey());
const { url, database } = await faultlessCloud({ OPERATORS: operatorKey.address });

const enter = async (
  openProfile: BrowserFixtures["openProfile"],
  path: string,
  account = privateKeyToAccount(generatePrivateKey()),
): Promise<Page> => {
  const page = await (await openProfile()).newPage();
  await enterWithKey(page, url, account);
  await page.goto(url + path);
  return page;
};

test("an operator creates a voucher, a user redeems it once, and the ledger's sum stays zero", async ({
  openProfile,
}) => {
  const [operator, user] = await Promise.all([
    enter(openProfile, "/operator/vouchers", operatorKey),
    enter(openProfile, "/billing"),
  ]);
  await expect(operator.getByText("No vouchers yet")).toBeVisible();
  await operator.getByRole("button", { name: "Create voucher" }).first().click();
  const form = operator.getByRole("dialog", { name: "Create voucher" });
  await choose(form, "Gift", /^LAND$/);
  await form.getByRole("spinbutton", { name: "Amount" }).fill("5000000");
  await form.getByRole("spinbutton", { name: "Days" }).fill("3");
  await form.getByRole("spinbutton", { name: "Uses" }).fill("2");
  await form.getByRole("textbox", { name: "Note" }).fill("Spring fair");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("Days: LAND never expires. Leave this empty.")).toBeVisible();
  expect(await complaintsAbout(operator)).toEqual([]);
  await form.getByRole("spinbutton", { name: "Days" }).fill("");
  await form.getByRole("button", { name: "Create" }).click();
  const shown = operator.locator(".fh-secret");
  const code = (await shown.textContent())!;
  expect(code).toMatch(/^(\w{4}-){4}\w{4}$/);
  await operator.getByRole("button", { name: "Done" }).click();
  const row = operator.getByRole("row", { name: /Spring fair/ });
  await expect(row).toContainText("5,000,000 LAND");
  await expect(row).toContainText("0 of 2");
  expect(await complaintsAbout(operator)).toEqual([]);

  const field = user.getByRole("textbox", { name: "Code" });
  await field.fill("AAAA-BBBB-CCCC-DDDD-EEEE");
  await user.getByRole("button", { name: "Check code" }).click();
  await expect(user.getByText("This voucher is invalid, fully redeemed or expired.")).toBeVisible();
  await expect(field).toHaveValue("AAAA-BBBB-CCCC-DDDD-EEEE");
  await field.fill(code.toLowerCase());
  await user.getByRole("button", { name: "Check code" }).click();
  await expect(user.getByText("Value: $5.00 (5,000,000 LAND).")).toBeVisible();
  expect(await complaintsAbout(user)).toEqual([]);
  await user.getByRole("button", { name: "Redeem" }).click();
  await expect(user.getByText("Redeemed: $5.00 (5,000,000 LAND).")).toBeVisible();
  await field.fill(code);
  await user.getByRole("button", { name: "Check code" }).click();
  await expect(user.getByText("This team has already redeemed this voucher.")).toBeVisible();

  await operator.goto(`${url}/operator/ledger`);
  await expect(operator.getByText("The ledger is balanced: all accounts sum to zero.")).toBeVisible();
  const line = (name: string) => operator.getByRole("row", { name });
  await expect(line("Vouchers")).toContainText("-5,000,000 LAND");
  await expect(line("Team balances")).toContainText("5,000,000 LAND");
  await expect(line("Sum of all LAND")).toContainText("0 LAND");
  expect(await complaintsAbout(operator)).toEqual([]);

  await operator.goto(`${url}/operator/vouchers`);
  await expect(row).toContainText("1 of 2");
  await row.getByRole("button", { name: "Actions" }).click();
  await operator.getByRole("menuitem", { name: "Withdraw" }).click();
  await operator.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(row).toContainText("Withdrawn");
});

test("a ledger that does not add up shows an alarm on the screen", async ({ openProfile }) => {
  const account = `team:${randomUUID()}`;
  const teamId = account.slice("team:".length);
  await database.db
    .insertInto("ledger_account")
    .values({ code: account, team_id: teamId, unit: "LAND", balance: "1", minimum: "0" })
    .execute();
  const operator = await enter(openProfile, "/operator/ledger", operatorKey);
  const alarm = operator.getByRole("alert").filter({ hasText: "The ledger is not balanced." });
  await expect(alarm).toContainText("The sum of all accounts is <$0.0001 (0.000000000000000001 LAND), not zero.");
  await expect(alarm).toContainText(account);
  expect(await complaintsAbout(operator)).toEqual([]);
  await database.db.updateTable("ledger_account").set({ balance: "0" }).where("code", "=", account).execute();
  await operator.getByRole("button", { name: "Check again" }).click();
  await expect(operator.getByText("The ledger is balanced: all accounts sum to zero.")).toBeVisible();
});

test("an operator schedules a price; the current one applies until its hour", async ({ openProfile }) => {
  const operator = await enter(openProfile, "/operator/prices", operatorKey);
  const rows = operator.getByRole("row", { name: /^Traffic, 1 GB/ });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("$0.10 · 100 K LAND");
  await expect(rows).toContainText("Current");
  await operator.getByRole("button", { name: "Create price" }).first().click();
  const form = operator.getByRole("dialog", { name: "Create price" });
  await choose(form, "Resource", "Traffic, 1 GB");
  await form.getByRole("textbox", { name: "Price in LAND" }).fill("cheap");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("LAND: enter a number such as 100000 or 0.25.")).toBeVisible();
  await form.getByRole("textbox", { name: "Price in LAND" }).fill("90000.5");
  // Far enough in the future that no hour starts in between.
  const inHours = new Date((Math.floor(Date.now() / 3_600_000) + 5) * 3_600_000);
  await form.getByLabel("From").fill(inHours.toISOString().slice(0, 16).replace("T", " "));
  expect(await complaintsAbout(operator)).toEqual([]);
  await form.getByRole("button", { name: "Create" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("$0.09 · 90 K LAND");
  await expect(rows.first()).toContainText("Announced");
  await expect(rows.last()).toContainText("Current");
  expect(await complaintsAbout(operator)).toEqual([]);
});

test("chain errors reported by browsers are counted by kind, and filtered to one", async ({ openProfile }) => {
  const report = (kind: string, message: string) =>
    fetch(`${url}/api/bill-consume/analytics/chain-errors`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ kind, message, action: "claim", chain: "polygon" }),
    });
  await report("network", "could not detect network");
  await report("canceled", "user rejected action");
  await report("canceled", "User denied transaction signature");
  const operator = await enter(openProfile, "/operator/chain-errors", operatorKey);
  await expect(operator.getByRole("row", { name: /could not detect network/ })).toBeVisible();
  expect(await complaintsAbout(operator)).toEqual([]);
  await operator.getByRole("button", { name: "canceled 2" }).click();
  await expect(operator.getByRole("row", { name: /could not detect network/ })).toBeHidden();
  await operator.getByRole("link", { name: "user rejected action" }).click();
  await operator.waitForURL(/chain-errors\/./);
  await expect(operator.getByRole("definition").filter({ hasText: "Polygon" })).toBeVisible();
});
