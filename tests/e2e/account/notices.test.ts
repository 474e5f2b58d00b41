/** Notices from operators, teams and the server: in the bar, in dialogs, and in the bell's list. */
import type { Locator, Page } from "playwright";
import type { PrivateKeyAccount } from "viem/accounts";
import { networkRetries, networkRetryDelayMs } from "../../../resources/limits.ts";
import { teamMessages } from "../../../resources/account/teams/team-messages.ts";
import { memberMessages } from "../../../resources/account/teams/team-messages.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, settleNever, test } from "../../support/browser/browser.ts";
import { bar, bell, isListening, reloadNotices, newKey, noticeCloud } from "../../support/browser/notice-screens.ts";
import { newOwner } from "../../support/account/owner.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { switcher } from "../../support/browser/team-screens.ts";
import { joinTeam } from "../../support/account/team.ts";
import { disconnect, heading } from "../../support/account/visitor.ts";

const { url, enter, publish } = await noticeCloud();

test("Notice bar: rotating broadcast messages, held by pointer, focus and a button", async ({ openProfile }) => {
  for (const message of ["One of two.", "Two of two."]) await publish({ message });
  const page = await enter(openProfile, "/overview", undefined, { reducedMotion: "no-preference" });
  for (const message of ["One of two.", "Two of two.", "One of two."]) await expect(bar(page)).toContainText(message);
  const said = bar(page).locator("[aria-live]");
  await expect(said).toHaveAttribute("aria-live", "off");
  await said.hover();
  await expect(said).toHaveAttribute("aria-live", "polite");
  await page.mouse.move(700, 600);
  await expect(said).toHaveAttribute("aria-live", "off");
  await bar(page).getByRole("button", { name: "Next notice" }).focus();
  await expect(said).toHaveAttribute("aria-live", "polite");
  await bar(page).getByRole("button", { name: "Pause notices" }).click();
  await page.mouse.move(700, 600);
  await heading(page, /^Overview/).click();
  await expect(said).toHaveAttribute("aria-live", "polite");
  await expect(bar(page).getByRole("button", { name: "Play notices" })).toBeVisible();
});

test("with reduced motion the notices don't move and have buttons to page through", async ({ openProfile }) => {
  for (const message of ["Older.", "Newer."]) await publish({ message });
  const page = await enter(openProfile, "/overview");
  await expect(bar(page)).toContainText("Newer.");
  await expect(bar(page).getByRole("button", { name: "Play notices" })).toBeVisible();
  await bar(page).getByRole("button", { name: "Next notice" }).click();
  await expect(bar(page)).toContainText("Older.");

  // Notices load once the page is idle, without waiting for the user to settle.
  await settleNever(page.context());
  await page.reload();
  const title = heading(page, /^Overview/);
  await expect(title).toBeVisible();
  const { y: before } = (await title.boundingBox())!;
  await expect(bar(page)).toContainText("Newer.");
  // The page had made room before the bar was there, and leaves a margin below it.
  const { y, height } = (await bar(page).boundingBox())!;
  expect((await title.boundingBox())!.y).toBe(before);
  expect(before - (y + height)).toBeGreaterThan(16);
});

/** Closes an alert, and waits until the server knows that it was read: a page left earlier shows it again. */
const confirm = async (page: Page, dialog: Locator): Promise<void> => {
  const told = page.waitForResponse(/\/broadcast\/[^/]+\/read$/);
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect(dialog).toBeHidden();
  await told;
};

test("a POPUP is an alert, shown once", async ({ openProfile }) => {
  const page = await enter(openProfile, "/overview");
  await isListening(page);
  await publish({
    type: "POPUP",
    message: "The terms have changed.",
    url: "https://example.org/terms",
    label: "Terms",
  });
  const dialog = page.getByRole("dialog", { name: "Tip" });
  await expect(dialog).toContainText("The terms have changed.");
  await expect(dialog.getByRole("link", { name: "Terms" })).toHaveAttribute("href", "https://example.org/terms");
  expect(await complaintsAbout(page)).toEqual([]);
  await confirm(page, dialog);
  await reloadNotices(page);
  await expect(dialog).toBeHidden();
  await bell(page).click();
  await expect(centre(page).getByText("The terms have changed.")).toBeVisible();
});

test("An invitation can be accepted or declined, now or later, and shows its access", async ({ openProfile }) => {
  const guest = newKey();
  const page = await enter(openProfile, "/account/config", guest);
  await isListening(page);
  await invite(guest, { access: ["HOSTING", "BUCKET"], levels: { BUCKET: "read" } });
  const dialog = page.getByRole("dialog", { name: /^Join 0x/ });
  await expect(dialog.getByRole("listitem")).toHaveText([/Hosting.*Manage/, /Storage.*Read/]);
  expect(await complaintsAbout(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await bar(page).getByRole("button", { name: "View invitation" }).click();
  await dialog.getByRole("button", { name: "Decline" }).click();
  await expect(dialog).toBeHidden();
  await expect(bar(page)).toBeHidden();

  await page.getByRole("main").getByRole("textbox").first().focus();
  await invite(guest, { access: ["RPC"], levels: { RPC: "read" } });
  await expect(bell(page)).toHaveAccessibleName("Notices, 1 unread");
  await bell(page).click();
  await expect(centre(page).getByRole("button", { name: "View invitation" })).toHaveCount(1);
  expect(await complaintsAbout(page)).toEqual([]);
  await centre(page).getByRole("button", { name: "View invitation" }).click();
  await dialog.getByRole("button", { name: "Accept" }).click();
  await expect(dialog).toBeHidden();
  const joined = page.getByRole("dialog", { name: /^You joined/ });
  await expect(joined).toContainText(teamMessages.joinedToRead.replace("{team}", ""));
  expect(await complaintsAbout(page)).toEqual([]);
  await joined.getByRole("button", { name: "Stay here" }).click();
  await expect(page.getByText(memberMessages.switchTip)).toBeVisible();

  await invite(guest, { access: ["HOSTING"] });
  await dialog.getByRole("button", { name: "Accept" }).click();
  await joined.getByRole("button", { name: /^Switch to/ }).click();
  await expect(page).toHaveURL(`${url}/overview`);
  await expect(switcher(page)).toContainText("Member");
});

test("a removed member reads the reason on the next page, whichever it is, once", async ({ openProfile }) => {
  const member = newKey();
  const owner = await newOwner(url);
  const joined = await joinTeam(url, owner.token, (await signIn(url, member)).accessToken, {});
  const removal = { invitationId: joined.invitationId, status: "REMOVE" };
  await owner.data("PUT /api/auth/cooperation/member", removal);
  const page = await enter(openProfile, "/docs", member);
  const dialog = page.getByRole("dialog", { name: "Removed from the team" });
  await expect(dialog).toBeVisible();
  await page.goto(`${url}/`);
  await expect(dialog).toBeVisible();
  await confirm(page, dialog);
  await reloadNotices(page);
  await expect(dialog).toBeHidden();
});

test("A failed notice fetch falls back to locally stored notices, which are wiped at sign-out", async ({
  openProfile,
}) => {
  await publish({ message: "Kept for bad days." });
  const page = await enter(openProfile, "/overview");
  await expect(bar(page)).toContainText("Kept for bad days.");
  await page.clock.install();
  await page.route("**/api/auth/broadcast", (route) => route.abort());
  await page.reload();
  await expect(bar(page)).toContainText("Kept for bad days.");
  await bell(page).click();
  // Skips each wait between retries as soon as the page starts it.
  const isTold = async (): Promise<boolean> => {
    await page.clock.fastForward(networkRetryDelayMs * networkRetries);
    return centre(page)
      .getByText(/Can't reach the server/)
      .isVisible();
  };
  await expect.poll(isTold, { intervals: [50] }).toBe(true);
  await page.keyboard.press("Escape");
  await disconnect(page);
  expect(await page.evaluate(() => localStorage.getItem("notices"))).toBeNull();
});

test("the bell counts unread notices, and marks all of them read at once, on every screen of the user", async ({
  openProfile,
}) => {
  const user = newKey();
  const [here, there] = await Promise.all([
    enter(openProfile, "/overview", user),
    enter(openProfile, "/hosting/projects", user),
  ]);
  await Promise.all([isListening(here), isListening(there)]);
  for (const message of ["First.", "Second.", "Third."]) await publish({ message });
  for (const page of [here, there]) await expect(bell(page)).toHaveAccessibleName("Notices, 3 unread");
  await bell(here).click();
  await expect(centre(here).getByRole("listitem")).toHaveText([/Third\./, /Second\./, /First\./]);
  await centre(here).getByRole("button", { name: "Mark as read" }).first().click();
  for (const page of [here, there]) await expect(bell(page)).toHaveAccessibleName("Notices, 2 unread");
  await centre(here).getByRole("button", { name: "Mark all read" }).click();
  for (const page of [here, there]) await expect(bell(page)).toHaveAccessibleName("Notices");
  for (const page of [here, there]) await expect(bar(page)).toBeHidden();

  // The page has them all, read or not.
  await centre(here).getByRole("link", { name: "All notices" }).click();
  await expect(here.getByRole("heading", { name: "Notices", level: 1 })).toBeVisible();
  await expect(here.getByRole("main").getByRole("listitem").first()).toContainText("Third.");
  expect(await complaintsAbout(here)).toEqual([]);
});

const centre = (page: Page) => page.getByRole("dialog", { name: "Notices" });

const invite = async ({ address }: PrivateKeyAccount, given: object): Promise<void> => {
  const invitation = { type: "WALLET", target: address, ...given };
  await (await newOwner(url)).data("POST /api/auth/cooperation/invitations", { invitation });
};
