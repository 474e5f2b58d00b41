/** Balance transactions and usage, in a real browser. */
import { buffer } from "node:stream/consumers";
import type { Page } from "playwright";
import { describe } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { callerOf } from "../../support/server/api.ts";
import { storedTokens } from "../../support/browser/browser-session.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { reopenPage } from "../../support/account/enter.ts";
import { filledDeposits, filledHours, fillRecords, longName } from "../../support/browser/filled-records.ts";
import { payIn } from "../../support/billing/pay-in.ts";
import { inUnits, rowsOf } from "../../support/billing/records.ts";
import { isLoaded } from "../../support/browser/screens.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";

const cloud = await faultlessCloud({ EVM_BLOCK_MS: "20" });
const { url } = cloud;

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const table = (page: Page, name: string | RegExp) => page.getByRole("table", { name });
const rows = (page: Page, name: string | RegExp) => table(page, name).locator("tbody tr[data-row]");
const accountOf = async (page: Page) => {
  const { accessToken: token } = await storedTokens(page);
  const get = async <T>(path: string): Promise<T> =>
    (await callerOf(url)(`GET /api/${path}`, { token })).body.data as T;
  return { get, user: await get<{ uid: string; euid: string }>("auth/user") };
};
/** Signs in a user without deposits. Returns the team's id. */
const enterPoor = async (page: Page): Promise<string> => {
  await reopenPage(page, url);
  const { user } = await accountOf(page);
  const { db } = cloud.database;
  const team = await db.selectFrom("team").select("id").where("owner_id", "=", user.uid).executeTakeFirstOrThrow();
  await db.deleteFrom("deposit").where("team_id", "=", team.id).execute();
  return team.id;
};
const enterRich = async (page: Page): Promise<void> => fillRecords(cloud.database, await enterPoor(page));
/** Returns the rows of the file that a button downloads. */
const savedBy = async (page: Page, button: string): Promise<{ name: string; rows: string[][] }> => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return {
    name: download.suggestedFilename(),
    rows: rowsOf((await buffer(await download.createReadStream())).toString()),
  };
};

/** Whether the chart contains the theme's accent color. */
const hasAccent = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const canvas = document.querySelector("figure canvas") as HTMLCanvasElement;
    const accent = getComputedStyle(canvas).getPropertyValue("--fh-accent").trim().slice(1);
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    for (let at = 0; at < data.length; at += 4) {
      const color = [0, 1, 2].map((part) => data[at + part]!.toString(16).padStart(2, "0")).join("");
      if (data[at + 3] === 255 && color === accent) return true;
    }
    return false;
  });

describe("/billing/records", () => {
  test("the statement of a month, opened from its bill, adds up to the balance in the saved file", async ({ page }) => {
    await enterRich(page);
    await page.goto(`${url}/billing/records`);
    await rows(page, "Monthly bills").first().getByRole("link").click();
    await expect(page.getByRole("heading", { name: /^Statement for / })).toBeVisible();
    await expect(page.getByText("Usage billed so far this month.")).toBeVisible();
    const { name, rows: lines } = await savedBy(page, "Export CSV");
    const month = new URL(page.url()).searchParams.get("month")!;
    expect(name).toBe(`statement-${month}.csv`);
    const [opening, closing] = [lines.at(0)!, lines.at(-1)!].map((line) => inUnits(line[8]!));
    expect(opening! + lines.slice(1, -1).reduce((sum, line) => sum + inUnits(line[7]!), 0n)).toBe(closing);
    const { get } = await accountOf(page);
    expect((await get<{ land: string }>("bill-consume/assets")).land).toBe(String(closing));
    expect(await complaintsAbout(page)).toEqual([]);
    await page.getByRole("link", { name: "All months" }).click();
    await expect(table(page, "Monthly bills")).toBeVisible();
  });

  test("hourly transactions and deposits are 20 a page, filtered by time, with tab, page and time in the URL", async ({
    page,
  }) => {
    await enterRich(page);
    await page.goto(`${url}/billing/records`);
    await tab(page, "Hourly transactions").click();
    await expect(rows(page, "Hourly transactions")).toHaveCount(20);
    await expect(rows(page, "Hourly transactions").filter({ hasText: "Traffic" }).first()).toContainText("−");
    await page.getByRole("button", { name: "Page 2", exact: true }).click();
    await expect(page).toHaveURL(/tab=hourly_transactions&page=2$/);
    const total = 2 * filledHours + filledDeposits - 2 + 1;
    await expect(page.getByText(`21–40 of ${total}`)).toBeVisible();
    await page.reload();
    await expect(page.getByText(`21–40 of ${total}`)).toBeVisible();
    expect((await savedBy(page, "Export CSV")).rows).toHaveLength(total);

    await tab(page, "Deposit history").click();
    await expect(page).toHaveURL(/\/billing\/records\?tab=deposit_history$/);
    await expect(rows(page, "Deposit history")).toHaveCount(20);
    await expect(rows(page, "Deposit history").first()).toContainText("Polygon");
    await page.getByText("Past 7 days").click();
    await expect(page).toHaveURL(/range=7d/);
    // One every seven hours.
    await expect(page.getByText("1–20 of 24")).toBeVisible();
    expect((await savedBy(page, "Export CSV")).rows).toHaveLength(24);
    expect(await complaintsAbout(page)).toEqual([]);
  });

  test("shows 'No data available' without data; a new deposit appears automatically, and is credited", async ({
    page,
  }) => {
    await enterPoor(page);
    await page.goto(`${url}/billing/records`);
    for (const name of ["Monthly bill", "Hourly transactions", "Deposit history"]) {
      await tab(page, name).click();
      await expect(page.getByRole("heading", { name: "No data available" })).toBeVisible();
      await isLoaded(page);
      expect(await complaintsAbout(page)).toEqual([]);
    }
    const { user } = await accountOf(page);
    await payIn(url, "polygon", user.euid);
    await expect(rows(page, "Deposit history").first()).toContainText("Credited");
    await tab(page, "Hourly transactions").click();
    await expect(rows(page, "Hourly transactions").first()).toContainText("DepositPolygon");
  });
});

describe("usage on /billing", () => {
  test("charts by resource and time, by service and by project, with the numbers as tables", async ({ page }) => {
    await enterRich(page);
    await page.goto(`${url}/billing?tab=usage`);
    const resource = page.getByRole("combobox", { name: "Resource" });
    await resource.selectOption("Traffic");
    // The hours can be in the previous month.
    await page.getByText("Year", { exact: true }).click();
    await expect(rows(page, "By service").first()).toContainText("Hosting");
    await expect(rows(page, "By project, bucket or gateway").first()).toContainText(longName);
    await expect(page.getByRole("img", { name: /^Usage from / })).toBeVisible();
    await expect(rows(page, "By project, bucket or gateway").nth(1)).toContainText("Deleted items");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => hasAccent(page), { message: `bars of the ${colorScheme} theme` }).toBe(true);
    }
    await resource.selectOption("Arweave storage");
    await expect(page.getByText("No data available").first()).toBeVisible();
    await isLoaded(page);
    expect(await complaintsAbout(page)).toEqual([]);
  });
});
