/** What a team has, what it costs and how long it lasts, in a real browser. */
import type { Page } from "playwright";
import { describe } from "vitest";
import { errors } from "../../resources/errors.ts";
import { complaintsAbout } from "../support/accessibility.ts";
import { callerOf } from "../support/api.ts";
import { keptTokens } from "../support/browser-session.ts";
import { expect, test } from "../support/browser.ts";
import { carOf, rawBlock } from "../support/car.ts";
import { dropFiles } from "../support/drop.ts";
import { openAnew } from "../support/enter.ts";
import { payIn } from "../support/pay-in.ts";
import { depositLand, landUnit } from "../support/paying-team.ts";
import { soundCloud } from "../support/sound-cloud.ts";
import { heading } from "../support/visitor.ts";

const cloud = await soundCloud({ EVM_BLOCK_MS: "20" });
const { url } = cloud;
const { db } = cloud.database;

/** The page asks again after a while, should its socket have been away just then. */
const patience = { timeout: 60_000 };

const card = (page: Page, title: string) =>
  page.locator("section.fh-card").filter({ has: page.getByRole("heading", { level: 2, name: title, exact: true }) });
const balance = (page: Page) => card(page, "Balance").locator("strong");

const openBilling = async (page: Page): Promise<void> => {
  await page.goto(`${url}/billing`);
  await expect(heading(page, "Billing")).toBeVisible();
};

/** Somebody new; their team, and how to ask for what is theirs. */
const enter = async (page: Page) => {
  await openAnew(page, url);
  const { accessToken: token } = await keptTokens(page);
  const get = async <T>(path: string): Promise<T> =>
    (await callerOf(url)(`GET /api/${path}`, { token })).body.data as T;
  const { uid, euid } = await get<{ uid: string; euid: string }>("auth/user");
  const team = await db.selectFrom("team").select("id").where("owner_id", "=", uid).executeTakeFirstOrThrow();
  return { get, euid, teamId: team.id };
};
/** From now on LAND must pay. */
const useUpPackages = (teamId: string) =>
  db.updateTable("allowance_grant").set({ amount: 0n }).where("team_id", "=", teamId).execute();

describe("/billing", () => {
  test("the balance rises while one looks, when a chain has confirmed a deposit, and is the ledger's to the unit", async ({
    page,
  }) => {
    const { get, euid } = await enter(page);
    await openBilling(page);
    await expect(balance(page)).toHaveText("0");
    await expect(card(page, "Trial package")).toContainText("of 50 min");
    await payIn(url, "polygon", euid);
    await expect(balance(page)).not.toHaveText("0", patience);
    const { land } = await get<{ land: string }>("bill-consume/assets");
    const whole = (BigInt(land) / landUnit).toLocaleString("en");
    await expect(balance(page)).toHaveAttribute("title", `${whole} LAND`);
    expect(BigInt(land) % landUnit).toBe(0n);
    await expect(card(page, "Balance")).toContainText("packages hold what this team uses");
    await expect(card(page, "Standard package")).toContainText("of 250 min", patience);
    await expect(card(page, "Calculator")).toBeVisible();
    expect(await complaintsAbout(page)).toEqual([]);
  });

  test("the warning of a low balance is kept over a reload, and is the one of the account's settings", async ({
    page,
  }) => {
    const { get } = await enter(page);
    await openBilling(page);
    const warning = card(page, "Low balance");
    const amount = warning.getByLabel("Amount of LAND");
    await expect(amount).toHaveValue("500000");
    await amount.fill("2500000");
    await expect(warning).toContainText("2,500,000 LAND is $2.50.");
    await warning.getByRole("button", { name: "Save" }).click();
    await expect(warning.getByRole("button", { name: "Discard" })).toBeHidden();
    await page.reload();
    await expect(amount).toHaveValue("2500000");
    expect(await get("auth/team/balance-alert")).toMatchObject({ landLeft: String(2_500_000n * landUnit) });
  });

  test("a cap is set, refuses what would cost more, and is lifted", async ({ page }) => {
    const { teamId } = await enter(page);
    await depositLand(db, teamId, 1_000_000n * landUnit);
    await useUpPackages(teamId);
    await openBilling(page);
    const caps = page.getByRole("table", { name: "Spend caps" });
    await page.getByRole("button", { name: "Set a cap" }).click();
    const dialog = page.getByRole("dialog", { name: "Set a spend cap" });
    await dialog.getByLabel("What it is for").selectOption({ label: "Service: Storage" });
    await dialog.getByRole("button", { name: "Set cap" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Type an amount of LAND.");
    await dialog.getByLabel("Most LAND in a month").fill("0");
    expect(await complaintsAbout(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Set cap" }).click();
    await expect(caps).toContainText("Storage");

    await chooseCar(page);
    const car = page.getByRole("dialog", { name: "Upload CAR" });
    await expect(car).toContainText("more than a spend cap allows.");
    await car.getByRole("button", { name: "Upload and pin" }).click();
    const refused = page.getByRole("dialog").filter({ hasText: errors.SPEND_CAP_REACHED.message });
    await refused.getByRole("button", { name: "Open billing" }).click();

    await caps
      .getByRole("row", { name: /Storage/ })
      .getByRole("button")
      .click();
    await page.getByRole("menuitem", { name: "Lift the cap" }).click();
    await page.getByRole("dialog", { name: "Lift the cap?" }).getByRole("button", { name: "Lift the cap" }).click();
    await expect(page.getByText("No caps, and nothing spent in this month")).toBeVisible();
    await chooseCar(page);
    await expect(car).toContainText(/Storing it for 30 days: .* LAND \(/);
    await car.getByRole("button", { name: "Upload and pin" }).click();
    await expect(car).toBeHidden();
    await expect(page.getByRole("table").first()).toContainText("Pinned");
  });

  test("the calculator says what a month costs, and a deployment what it costs before it begins", async ({ page }) => {
    const { teamId } = await enter(page);
    await openBilling(page);
    const calculator = card(page, "Calculator");
    for (const field of ["IPFS storage", "Traffic", "Compute units", "Arweave storage"])
      await calculator.getByLabel(field, { exact: true }).fill("");
    await calculator.getByLabel("Build time", { exact: true }).fill("100.5");
    await expect(calculator.getByLabel("What it costs")).toContainText("3.02 M LAND$3.02");
    await calculator.getByText("Standard", { exact: true }).click();
    await expect(calculator.getByLabel("What it costs")).toContainText("A month0 LAND");

    await page.goto(`${url}/hosting/new`);
    await dropFiles(page, { "index.html": "<h1>Orchard</h1>" });
    const cost = "Storing these files for 30 days";
    await expect(page.getByText(`${cost}: no cost, your packages hold it.`)).toBeVisible();
    await useUpPackages(teamId);
    await page.reload();
    await dropFiles(page, { "index.html": "<h1>Orchard</h1>" });
    await expect(
      page.getByText(/^Storing these files for 30 days: < 0.01 LAND \(<\$0.0001\), more than/),
    ).toBeVisible();
    await page.getByText("Repository", { exact: true }).click();
    await expect(page.getByText("Your packages and your LAND are used up.")).toBeVisible();
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
