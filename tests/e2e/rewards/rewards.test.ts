/** Walks through the rewards screens as a user who is also an operator. */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Page } from "playwright";
import { invitationPoints } from "../../../resources/rewards/limits.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, separateClipboard, test } from "../../support/browser/browser.ts";
import { chooseEntry, sections } from "../../support/browser/menu.ts";
import { enterWithKey } from "../../support/account/enter.ts";
import { newKey } from "../../support/browser/notice-screens.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { choose } from "../../support/browser/select.ts";
import { heading } from "../../support/account/visitor.ts";

const operatorKey = newKey();
const { url } = await faultlessCloud({ OPERATORS: operatorKey.address, DEVELOPMENT_PAGES: "on" });

const total = (page: Page, points: number) =>
  expect(page.getByText(new RegExp(`^${points} rewards points?$`))).toBeVisible();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const press = (page: Page, name: string) => button(page, name).click();
const openFromAvatar = async (page: Page, name: string): Promise<void> => {
  await press(page, "Account");
  await page.getByRole("menuitem", { name }).click();
};

test("a user collects tasks, invites users, claims quests and reads the changelog", async ({ openProfile }) => {
  const profile = await openProfile();
  await separateClipboard(profile);
  const page = await profile.newPage();
  await enterWithKey(page, url, operatorKey);

  await page.goto(`${url}/task-hub`);
  await total(page, 0);
  await press(page, "Collect Daily visit");
  await expect(page.getByText("Collected 5 points")).toBeVisible();
  await total(page, 5);
  await expect(button(page, "Collect Daily visit")).toHaveCount(0);
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByRole("tab", { name: "Newbie" }).click();
  await press(page, "Collect Activate your account");
  await total(page, 55);
  await press(page, "Go Confirm your email address");
  await expect(page.getByRole("dialog").getByLabel("Email address")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Progress" }).click();
  await expect(page.getByText("1 of 7")).toBeVisible();
  await page.getByRole("tab", { name: "Points" }).click();
  await expect(page.getByRole("row", { name: /Task: Daily visit/ })).toContainText("+5");
  await expect(page.getByRole("row", { name: /Task: Activate your account/ })).toContainText("+50");
  expect(await complaintsAbout(page)).toEqual([]);

  await openFromAvatar(page, "Referral");
  await expect(page.getByText("No invited users yet")).toBeVisible();
  await press(page, "Copy link");
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect([link.origin, link.pathname]).toEqual([url, "/"]);
  await press(page, "Show QR image");
  await expect(page.getByRole("img", { name: /QR code for/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await signIn(url, privateKeyToAccount(generatePrivateKey()), { inviteCode: link.searchParams.get("inviteCode")! });
  await page.reload();
  const guest = page.getByRole("table", { name: "Invited users" }).getByRole("row").nth(1);
  await expect(guest).toContainText(`Activated: ${invitationPoints} points to collect`);
  await press(page, "Collect");
  await expect(guest).toContainText(`Collected ${invitationPoints} points`);
  await expect(button(page, "Collect")).toHaveCount(0);
  expect(await complaintsAbout(page)).toEqual([]);

  // A first-time visitor has no unread entries.
  const entry = sections(page).getByRole("link", { name: /^Changelog/ });
  await expect(entry).toHaveAccessibleName("Changelog");
  await page.evaluate(() => localStorage.setItem("changelogNum", "1"));
  await page.reload();
  await expect(entry).toHaveAccessibleName(/unread$/);
  await entry.click();
  await expect(heading(page, "Changelog")).toBeVisible();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toHaveText(
    /^(Unreleased|\d+\.\d+\.\d+ · )/,
  );
  await expect(entry).toHaveAccessibleName("Changelog");
  expect(await complaintsAbout(page)).toEqual([]);

  await chooseEntry(page, "Quests");
  await page.getByRole("link", { name: "Create quest" }).first().click();
  await expect(heading(page, "Create quest")).toBeVisible();
  await page.getByLabel("Title").fill("Find the meadow");
  await page.getByLabel("Description").fill("Its name stands in the documentation.");
  await page.getByRole("textbox", { name: /^Link/ }).fill("/docs");
  await page.getByLabel("Points").fill("120");
  await choose(page, "Proof", "Code");
  await page.getByRole("switch", { name: "Offered" }).click();
  await press(page, "Create quest");
  await expect(page.getByText("Code is required.")).toBeVisible();
  await page.getByRole("textbox", { name: /^Code/ }).fill("clover");
  await press(page, "Create quest");
  await expect(page.getByRole("row", { name: /Find the meadow/ })).toContainText("Running");
  expect(await complaintsAbout(page)).toEqual([]);

  await openFromAvatar(page, "Elite quest");
  await press(page, "Enter code Find the meadow");
  const dialog = page.getByRole("dialog", { name: "Find the meadow" });
  await dialog.getByLabel("Code").fill("nettle");
  await dialog.getByRole("button", { name: "Claim" }).click();
  await expect(dialog.getByText("Incorrect code.")).toBeVisible();
  await dialog.getByLabel("Code").fill("Clover");
  await dialog.getByRole("button", { name: "Claim" }).click();
  await expect(page.getByText("Claimed", { exact: true })).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByRole("link", { name: "Task hub" }).click();
  await total(page, 55 + invitationPoints + 120);
});
