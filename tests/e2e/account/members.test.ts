/** The members page and the team switcher, on every device. */
import { describe } from "vitest";
import { memberMessages } from "../../../resources/account/teams/team-messages.ts";
import { complaintsInBothThemes } from "../../support/browser/accessibility.ts";
import { expect, separateClipboard, test } from "../../support/browser/browser.ts";
import { gapBetween } from "../../support/browser/layout.ts";
import { sections } from "../../support/browser/menu.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { newOwner } from "../../support/account/owner.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { joinTeam } from "../../support/account/team.ts";
import {
  act,
  addressOf,
  chooseAccess,
  fits,
  memberOfTeam,
  openMembers,
  radio,
  rowOf,
  signedIn,
  switcher,
  tokenOf,
} from "../../support/browser/team-screens.ts";

const { url } = await faultlessCloud({ DEVELOPMENT_PAGES: "on" });

test("members without MEMBER see the list, read-only", async ({ page }) => {
  await memberOfTeam(url, page, { note: "Looks around" });
  await page.goto(`${url}/account/member`);
  await expect(rowOf(page, "Looks around")).toContainText("You");
  await expect(page.getByRole("row", { name: /Owner/ })).toBeVisible();
  await expect(page.getByText(memberMessages.membersReadOnly)).toBeVisible();
  await expect(page.getByRole("button", { name: "Invite member" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Actions" })).toHaveCount(0);
});

test("an invitation's input stays when it is refused, its errors are in full view, and each section takes one line", async ({
  openProfile,
}) => {
  const owner = await signedIn(url, openProfile);
  await openMembers(url, owner);
  await owner.getByRole("button", { name: "Invite member" }).first().click();
  const dialog = owner.getByRole("dialog", { name: "Invite member" });
  const send = dialog.getByRole("button", { name: "Send invitation" });
  await send.click();
  await expect(dialog.getByText("Invalid wallet address")).toBeVisible();
  const error = dialog.getByText(/at least one section/);
  await expect(error).toBeVisible();
  expect(await gapBetween(error, send)).toBeGreaterThan(0);
  const lines = dialog.getByRole("group", { name: "Access" }).getByRole("listitem");
  const heights = await lines.evaluateAll((all) => all.map((line) => line.getBoundingClientRect().height));
  expect(heights).toHaveLength(8);
  expect(new Set(heights).size).toBe(1);
  await dialog.getByLabel("Wallet address").fill(await addressOf(owner));
  await chooseAccess(owner, "Storage", "Read");
  await dialog.getByLabel("Note").fill("Myself");
  await send.click();
  await expect(dialog.getByText("This is your own wallet. Enter another user's wallet.")).toBeVisible();
  await expect(dialog.getByLabel("Note")).toHaveValue("Myself");
  await expect(radio(owner, "Storage", "Read")).toBeChecked();
});

test("inviting an email address reports the status of the email, and keeps the link available", async ({
  openProfile,
}) => {
  const owner = await signedIn(url, openProfile);
  await openMembers(url, owner);
  await owner.getByRole("button", { name: "Invite member" }).first().click();
  const dialog = owner.getByRole("dialog", { name: "Invite member" });
  await dialog.getByText("Email", { exact: true }).click();
  await dialog.getByLabel("Email address").fill("ada@example.com");
  // A role sets every section; another choice in one of them makes it a custom one.
  const role = (name: string) =>
    dialog.getByRole("group", { name: "Access" }).getByRole("radio", { name, exact: true });
  await role("Developer").check({ force: true });
  await expect(radio(owner, "Hosting", "Manage")).toBeChecked();
  await expect(radio(owner, "Billing", "None")).toBeChecked();
  await chooseAccess(owner, "Billing", "Read");
  await expect(role("Custom")).toBeChecked();
  await role("Admin").check({ force: true });
  await expect(radio(owner, "Billing", "Manage")).toBeChecked();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  const invited = owner.getByRole("dialog", { name: "Member invited" });
  await expect(
    invited.getByText(/This server doesn't send email, so the invitation is only in your mailbox/),
  ).toBeVisible();
  const link = (await invited.getByText(/inviteCode=/).textContent())!;
  await invited.getByRole("button", { name: "Done" }).click();
  await expect(rowOf(owner, "ada@example.com")).toContainText("Admin");
  await separateClipboard(owner.context());
  await act(owner, "ada@example.com", "Copy link");
  await expect.poll(() => owner.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await act(owner, "ada@example.com", "Cancel invitation");
  const question = owner.getByRole("dialog", { name: "Cancel invitation?" });
  await question.getByRole("button", { name: "Cancel invitation" }).click();
  await expect(owner.getByText("No members yet")).toBeVisible();
  // The page has no other button.
  await expect(owner.getByRole("button", { name: "Invite member" })).toHaveCount(1);
});

describe("on a phone", () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  test("the switcher is in the drawer, members are cards, and nothing is wider than the screen", async ({
    openProfile,
  }) => {
    const page = await (await openProfile(phone)).newPage();
    await enterAsNewUser(page, url);
    const guest = await newOwner(url);
    await joinTeam(url, await tokenOf(page), guest.token, { note: "A note of some length about what they do here" });
    await page.goto(`${url}/account/member`);
    await expect(page.getByText(/A note of some length/)).toBeVisible();
    await fits(page);
    await page.getByRole("button", { name: "Invite member" }).click();
    await expect(page.getByRole("dialog", { name: "Invite member" })).toBeVisible();
    await fits(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await switcher(page).click();
    await expect(page.getByRole("menuitem", { name: "Invite members" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menuitem", { name: "Invite members" })).toBeHidden();
    await expect(sections(page)).toBeInViewport();
  });
});

describe("names, landmarks and contrast", () => {
  test("hold for members, their dialogs and the switcher in both themes", async ({ page }) => {
    await enterAsNewUser(page, url);
    const guest = await newOwner(url);
    await joinTeam(url, await tokenOf(page), guest.token, {
      access: ["HOSTING", "RPC", "RAAS", "MEMBER"],
      levels: { RPC: "read" },
    });
    await page.goto(`${url}/account/member`);
    await expect(page.getByRole("row", { name: /Active/ })).toHaveCount(2);
    expect(await complaintsInBothThemes(page)).toEqual([]);
    await switcher(page).click();
    expect(await complaintsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Invite member" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await complaintsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await act(page, "RPC", "Edit access and note");
    await expect(page.getByRole("dialog", { name: /^Access for/ })).toBeVisible();
    expect(await complaintsInBothThemes(page)).toEqual([]);
  });

  test("the switcher works from the keyboard", async ({ page }) => {
    await memberOfTeam(url, page, {});
    await switcher(page).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitemradio").first()).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitemradio", { checked: true })).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(switcher(page)).toContainText("Owner");
  });
});

test("a trial user is asked to activate the account before filling in the invitation, not after", async ({
  openProfile,
}) => {
  const owner = await signedIn(url, openProfile);
  await owner.route("**/auth/self-handled-register-apply*", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { handled: boolean } };
    body.data.handled = false;
    await route.fulfill({ response, json: body });
  });
  await openMembers(url, owner);
  await expect(owner.getByText("Inviting members requires activation")).toBeVisible();
  await owner.getByRole("button", { name: "Invite member" }).first().click();
  await expect(owner.getByRole("dialog", { name: "Activate your account" })).toBeVisible();
  await expect(owner.getByRole("dialog", { name: "Invite member" })).toHaveCount(0);
});

test.for([
  [390, 844],
  [1440, 900],
  [1280, 500],
] as const)(
  "at %d × %d the buttons of a dialog stay in view when messages appear",
  async ([width, height], { openProfile }) => {
    const owner = await signedIn(url, openProfile);
    await owner.setViewportSize({ width, height });
    await openMembers(url, owner);
    await owner.getByRole("button", { name: "Invite member" }).first().click();
    const dialog = owner.getByRole("dialog", { name: "Invite member" });
    const send = dialog.getByRole("button", { name: "Send invitation" });
    await send.click();
    await expect(dialog.getByText("Invalid wallet address")).toBeVisible();
    await expect(send).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeInViewport({ ratio: 1 });
  },
);

test("the assistant's button stays within the page's margin: it covers no row's menu", async ({ openProfile }) => {
  const owner = await signedIn(url, openProfile);
  for (const width of [390, 1440]) {
    await owner.setViewportSize({ width, height: 844 });
    await openMembers(url, owner);
    const table = await owner.locator(".fh-table-card").first().boundingBox();
    const assistant = await owner.getByRole("button", { name: "Ask the assistant" }).boundingBox();
    expect(assistant!.x).toBeGreaterThanOrEqual(table!.x + table!.width - 10);
  }
});
