/** The page of members, and the switcher, on every device. */
import { describe } from "vitest";
import { messages } from "../../resources/messages.ts";
import { complaintsAbout } from "../support/accessibility.ts";
import { expect, test } from "../support/browser.ts";
import { enterAnew } from "../support/enter.ts";
import { newOwner } from "../support/owner.ts";
import { soundCloud } from "../support/sound-cloud.ts";
import { joinTeam } from "../support/team.ts";
import {
  act,
  addressOf,
  chooseAccess,
  fits,
  memberOfTeam,
  openMembers,
  radio,
  rowOf,
  sections,
  signedIn,
  switcher,
  tokenOf,
} from "../support/team-screens.ts";

const { url } = await soundCloud({ DEVELOPMENT_PAGES: "on" });

test("members without MEMBER see the list, read-only", async ({ page }) => {
  await memberOfTeam(url, page, { note: "Looks around" });
  await page.goto(`${url}/account/member`);
  await expect(rowOf(page, "Looks around")).toContainText("You");
  await expect(page.getByRole("row", { name: /Owner/ })).toBeVisible();
  await expect(page.getByText(messages.membersReadOnly)).toBeVisible();
  await expect(page.getByRole("button", { name: "Invite members" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Actions" })).toHaveCount(0);
});

test("what was typed into an invitation stays when it is refused", async ({ openProfile }) => {
  const owner = await signedIn(url, openProfile);
  await openMembers(url, owner);
  await owner.getByRole("button", { name: "Invite members" }).first().click();
  const dialog = owner.getByRole("dialog", { name: "Invite members" });
  const send = dialog.getByRole("button", { name: "Invite", exact: true });
  await send.click();
  await expect(dialog.getByText("Invalid Wallet Address")).toBeVisible();
  await expect(dialog.getByText(/Open at least one section/)).toBeVisible();
  await dialog.getByLabel("Wallet address").fill(await addressOf(owner));
  await chooseAccess(owner, "Storage", "Read");
  await dialog.getByLabel("Note").fill("Myself");
  await send.click();
  await expect(dialog.getByText(messages.ownWallet)).toBeVisible();
  await expect(dialog.getByLabel("Note")).toHaveValue("Myself");
  await expect(radio(owner, "Storage", "Read")).toBeChecked();
});

test("inviting an e-mail address says what becomes of the letter, and its link stays at hand", async ({
  openProfile,
}) => {
  const owner = await signedIn(url, openProfile);
  await openMembers(url, owner);
  await owner.getByRole("button", { name: "Invite members" }).first().click();
  const dialog = owner.getByRole("dialog", { name: "Invite members" });
  await dialog.getByText("E-mail", { exact: true }).click();
  await dialog.getByLabel("E-mail address").fill("ada@example.com");
  await dialog.getByRole("switch", { name: "Full access" }).check();
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const invited = owner.getByRole("dialog", { name: "Invited" });
  await expect(invited.getByText(/The letter to ada@example.com lies in this cloud's own mailbox/)).toBeVisible();
  const link = (await invited.getByText(/inviteCode=/).textContent())!;
  await invited.getByRole("button", { name: "Done" }).click();
  await expect(rowOf(owner, "ada@example.com")).toContainText("Full access");
  await owner.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await act(owner, "ada@example.com", "Copy link");
  await expect.poll(() => owner.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await act(owner, "ada@example.com", "Cancel invitation");
  const question = owner.getByRole("dialog", { name: "Cancel invitation" });
  await question.getByRole("button", { name: "Cancel invitation" }).click();
  await expect(owner.getByText("Nobody else yet")).toBeVisible();
});

describe("on a phone", () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  test("the switcher is in the drawer, members are cards, and nothing is wider than the screen", async ({
    openProfile,
  }) => {
    const page = await (await openProfile(phone)).newPage();
    await enterAnew(page, url);
    const guest = await newOwner(url);
    await joinTeam(url, await tokenOf(page), guest.token, { note: "A note of some length about what they do here" });
    await page.goto(`${url}/account/member`);
    await expect(page.getByText(/A note of some length/)).toBeVisible();
    await fits(page);
    await page.getByRole("button", { name: "Invite members" }).click();
    await expect(page.getByRole("dialog", { name: "Invite members" })).toBeVisible();
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
  for (const colorScheme of ["light", "dark"] as const) {
    test(`hold for members, their dialogs and the switcher in ${colorScheme}`, async ({ openProfile }) => {
      const page = await (await openProfile({ colorScheme })).newPage();
      await enterAnew(page, url);
      const guest = await newOwner(url);
      await joinTeam(url, await tokenOf(page), guest.token, {
        access: ["HOSTING", "RPC", "RAAS", "MEMBER"],
        levels: { RPC: "read" },
      });
      await page.goto(`${url}/account/member`);
      await expect(page.getByRole("row", { name: /Active/ })).toHaveCount(2);
      expect(await complaintsAbout(page)).toEqual([]);
      await switcher(page).click();
      expect(await complaintsAbout(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Invite members" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await complaintsAbout(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await act(page, "RPC", "Edit access and note");
      await expect(page.getByRole("dialog", { name: /^Access of/ })).toBeVisible();
      expect(await complaintsAbout(page)).toEqual([]);
    });
  }

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
