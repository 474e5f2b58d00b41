/** Two users at once, each in a separate browser profile. */
import type { Response } from "playwright";
import { describe, onTestFinished } from "vitest";
import { teamMessages } from "../../../resources/account/teams/team-messages.ts";
import { memberMessages } from "../../../resources/account/teams/team-messages.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test, welcomeNewcomers } from "../../support/browser/browser.ts";
import { openGroups, sections } from "../../support/browser/menu.ts";
import { lockNewUsers, unlockAllUsers } from "../../support/billing/unlocks.ts";
import { newOwner, ownerWith } from "../../support/account/owner.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import {
  acceptInvitation,
  addressOf,
  chooseAccess,
  editAccess,
  fits,
  inviteCodeOf,
  joinWithoutInvitation,
  memberLinks,
  memberOfTeam,
  openMembers,
  rowOf,
  signedIn,
  switchTo,
  switcher,
  teamName,
  tokenOf,
} from "../../support/browser/team-screens.ts";
import { answerDevWallet, heading, signInWithDevWallet } from "../../support/account/visitor.ts";

const { url, database } = await faultlessCloud();

test("invite → accept → limited drawer → level changed while the member is on the page → removed → signed out of the team with the reason", async ({
  openProfile,
}) => {
  const [owner, member] = [await signedIn(url, openProfile), await signedIn(url, openProfile)];
  await openMembers(url, owner);
  await owner.getByRole("button", { name: "Invite member" }).first().click();
  const invite = owner.getByRole("dialog", { name: "Invite member" });
  await invite.getByLabel("Wallet address").fill(await addressOf(member));
  await chooseAccess(owner, "Hosting", "Manage");
  await invite.getByLabel("Note").fill("Keeps the meadow");
  await invite.getByRole("button", { name: "Send invitation" }).click();
  const invited = owner.getByRole("dialog", { name: "Member invited" });
  await expect(invited.getByText(`${url}/?inviteCode=`)).toBeVisible();
  await invited.getByRole("button", { name: "Done" }).click();
  await expect(rowOf(owner, "Keeps the meadow")).toContainText("Invited");

  await acceptInvitation(member);
  await expect(rowOf(owner, "Keeps the meadow")).toContainText("Active");
  await expect(member.getByText(memberMessages.switchTip)).toBeVisible();
  await switchTo(member, "Member");
  await expect(heading(member, /^Overview of/)).toBeVisible();
  await openGroups(member);
  await expect(sections(member).getByRole("link")).toHaveText(memberLinks("Hosting"));

  await sections(member).getByRole("link", { name: "Projects" }).click();
  await expect(member.getByRole("link", { name: "New project" }).first()).toBeVisible();
  await editAccess(owner, "Keeps the meadow", "Hosting", "Read");
  await expect(member.getByText("Read only", { exact: true })).toBeVisible();
  await expect(member.getByRole("link", { name: "New project" })).toHaveCount(0);
  await editAccess(owner, "Keeps the meadow", "Hosting", "None", ["RPC", "Read"]);
  await expect(heading(member, "Access denied")).toBeVisible();
  await expect(sections(member).getByRole("link")).toHaveText(memberLinks("RPC"));

  await owner
    .getByRole("row", { name: /Keeps the meadow/ })
    .getByRole("button", { name: "Actions" })
    .click();
  await owner.getByRole("menuitem", { name: "Remove" }).click();
  await owner
    .getByRole("dialog", { name: /^Remove .+\?$/ })
    .getByRole("button", { name: "Remove" })
    .click();
  await member.waitForURL(`${url}/`);
  const reason = teamMessages.removedFromTeam.replace("{team}", await teamName(owner));
  await expect(member.getByRole("dialog").getByText(reason)).toBeVisible();
  await expect(owner.getByText("No members yet")).toBeVisible();
});

test("a member leaves, and is back in the owner account", async ({ page }) => {
  await memberOfTeam(url, page, {});
  await page.goto(`${url}/account/member`);
  await page.getByRole("button", { name: "Leave team" }).click();
  await page.getByRole("dialog", { name: "Leave team?" }).getByRole("button", { name: "Leave" }).click();
  await page.waitForURL(`${url}/overview`);
  await expect(switcher(page)).toContainText("Owner");
  await switcher(page).click();
  await expect(page.getByRole("menuitemradio")).toHaveCount(1);
});

test("the owner disbands the team by typing its name, and every member is notified", async ({ openProfile }) => {
  const [owner, member] = [await signedIn(url, openProfile), await signedIn(url, openProfile)];
  await joinWithoutInvitation(url, member, await tokenOf(owner));
  await switchTo(member, "Member");
  await openMembers(url, owner);
  await owner.getByRole("button", { name: "Disband team" }).click();
  const dialog = owner.getByRole("dialog", { name: "Disband team" });
  await dialog.getByRole("textbox").fill("Some other team");
  await dialog.getByRole("button", { name: "Disband team" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  const name = await teamName(owner);
  await dialog.getByRole("textbox").fill(name);
  await dialog.getByRole("button", { name: "Disband team" }).click();
  await member.waitForURL(`${url}/`);
  await expect(member.getByRole("dialog").getByText(teamMessages.teamDisbanded.replace("{team}", name))).toBeVisible();
  await expect(owner.getByText("No members yet")).toBeVisible();
});

describe("an invite link", () => {
  test("opened on any page signed out waits until sign-in", async ({ page }) => {
    const code = await inviteCodeOf(await newOwner(url));
    await page.goto(`${url}/docs?inviteCode=${code}`);
    await expect(heading(page, "Docs")).toBeVisible();
    await signInWithDevWallet(page, url);
    await acceptInvitation(page);
    await switchTo(page, "Member");
    await expect(switcher(page)).toContainText("Member");
  });

  test("opens a page with the inviter, the team and the access, before and after the sign-up: a new user joins without activation, and the inviter sees it", async ({
    page,
    openProfile,
  }) => {
    const owner = await signedIn(url, openProfile);
    const inviting = ownerWith(url, await tokenOf(owner));
    await inviting.data("PUT /api/auth/user/profile", { username: "Ada" });
    await inviting.data("PUT /api/auth/team/name", { name: "Tideway" });
    const code = await inviteCodeOf(inviting);
    await openMembers(url, owner);
    await expect(rowOf(owner, "Invite link")).toContainText("Invited");
    await lockNewUsers(database);
    onTestFinished(() => unlockAllUsers(database));
    await welcomeNewcomers(page.context());
    const errors: string[] = [];
    page.on("console", (line) => line.type() === "error" && errors.push(line.text()));
    await page.goto(`${url}/?inviteCode=${code.slice(1)}`);
    await expect(page.getByText("This invite link is invalid or has expired.")).toBeVisible();
    await page.goto(`${url}/?inviteCode=${code}`);
    await expect(heading(page, "Ada invites you to join the team Tideway")).toBeVisible();
    await expect(page.getByRole("listitem")).toHaveText(/Hosting.*Manage/);
    expect(await complaintsAbout(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    // The code outlasts the link.
    await page.goto(`${url}/docs`);
    await page.getByRole("link", { name: "Freehold", exact: true }).click();
    const reminder = page.getByRole("region", { name: "Invitation" });
    await expect(reminder).toContainText("Ada invites you to join the team Tideway");
    await reminder.getByRole("link", { name: "View invitation" }).click();
    await page.getByRole("link", { name: "Sign in to join" }).click();
    await page.getByRole("button", { name: /Dev wallet/ }).click();
    await answerDevWallet(page, "Connect");
    await answerDevWallet(page, "Sign");

    await expect(heading(page, "Ada invites you to join the team Tideway")).toBeVisible();
    await expect(page.getByText(/^You join as 0x/)).toBeVisible();
    await page.reload();
    expect(await complaintsAbout(page)).toEqual([]);
    const answers: Response[] = [];
    page.on(
      "response",
      (response) => response.url().includes("/self-handled-register-apply") && answers.push(response),
    );
    await page.getByRole("button", { name: "Join team" }).click();
    await expect(switcher(page)).toContainText("Member");
    await expect(heading(page, "Overview of Tideway")).toBeVisible();
    await expect(rowOf(owner, "Hosting")).toContainText("Active");
    // The body of a response to a page that was left is gone.
    const answer = async (): Promise<unknown> =>
      answers
        .at(-1)
        ?.json()
        .catch(() => undefined);
    await expect.poll(answer).toMatchObject({ data: { handled: false } });
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // Answered, so that the next sign-in in this browser does not redeem it.
    expect(await page.evaluate(() => localStorage.getItem("inviteCode"))).toBeNull();
    expect(errors).toEqual([]);
  });

  test("opened signed in shows the same page; it can be declined, and used again it shows why it does not work", async ({
    openProfile,
  }) => {
    const [first, second] = [await signedIn(url, openProfile), await signedIn(url, openProfile)];
    const code = await inviteCodeOf(await newOwner(url));
    await first.goto(`${url}/?inviteCode=${code}`);
    await expect(heading(first, /^0x.+ invites you to join their team$/)).toBeVisible();
    // Shown to this user meanwhile, so that it is nobody else's.
    await second.goto(`${url}/?inviteCode=${code}`);
    await second.getByRole("button", { name: "Join team" }).click();
    await expect(switcher(second)).toContainText("Member");
    await first.getByRole("button", { name: "Join team" }).click();
    await expect(first.getByRole("alert")).toContainText(/already used/);
    await first.reload();
    await expect(heading(first, "This invitation is closed")).toBeVisible();
    await first.getByRole("link", { name: "Go to overview" }).click();
    await expect(heading(first, /^Overview of/)).toBeVisible();

    await first.goto(`${url}/?inviteCode=${await inviteCodeOf(await newOwner(url))}`);
    await first.getByRole("button", { name: "Decline" }).click();
    await expect(heading(first, /^Overview of/)).toBeVisible();
    await switcher(first).click();
    await expect(first.getByRole("menuitemradio")).toHaveCount(1);
  });
});

test("picking a team stores it and, if it differs from the stored team, reloads at /overview", async ({ page }) => {
  await memberOfTeam(url, page, {});
  await page.goto(`${url}/hosting/projects`);
  await expect(heading(page, "Projects")).toBeVisible();
  await page.evaluate(() => void (window.name = "same document"));
  await switcher(page).click();
  await page.getByRole("menuitemradio", { checked: true }).click();
  expect(new URL(page.url()).pathname).toBe("/hosting/projects");
  await switchTo(page, "Owner");
  await expect(switcher(page)).toContainText("Owner");
  expect(new URL(page.url()).pathname).toBe("/overview");
});
