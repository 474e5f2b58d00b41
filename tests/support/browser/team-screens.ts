/** Team actions on screen: an owner on the members page, a member in the team switcher. */
import type { Page } from "playwright";
import { expect, type BrowserFixtures } from "./browser.ts";
import { enterAsNewUser, reopenPage, openBlank } from "../account/enter.ts";
import { newOwner } from "../account/owner.ts";
import { joinTeam } from "../account/team.ts";
import { heading } from "../account/visitor.ts";

export type Owner = Awaited<ReturnType<typeof newOwner>>;

/** Signs in a new user in a separate profile. */
export const signedIn = async (url: string, openProfile: BrowserFixtures["openProfile"]): Promise<Page> => {
  const page = await (await openProfile()).newPage();
  await reopenPage(page, url);
  return page;
};

/** Creates a user who has joined another user's team and works there. */
export const memberOfTeam = async (url: string, page: Page, given: Parameters<typeof joinTeam>[3], of?: Owner) => {
  const owner = of ?? (await newOwner(url));
  await enterAsNewUser(page, url);
  const joined = await joinTeam(url, owner.token, await tokenOf(page), given);
  await page.evaluate((teamId) => localStorage.setItem("teamId", teamId), joined.teamId);
  await page.goto(`${url}/overview`);
  await expect(switcher(page)).toContainText("Member");
  await expect(heading(page, /^Overview of/)).toBeVisible();
  return { owner, joined };
};

/** Joins while no page is open, since a page would cover the screen with the invitation's dialog. */
export const joinWithoutInvitation = async (
  url: string,
  page: Page,
  owner: string,
  given: Parameters<typeof joinTeam>[3] = {},
) => {
  const token = await tokenOf(page);
  await openBlank(page, url);
  const joined = await joinTeam(url, owner, token, given);
  await page.goto(`${url}/overview`);
  return joined;
};

export const inviteCodeOf = async (owner: Owner): Promise<string> => {
  const invitation = { type: "LINK", access: ["HOSTING"] };
  const { link } = await owner.data<{ link: string }>("POST /api/auth/cooperation/invitations", { invitation });
  return new URL(link).searchParams.get("inviteCode")!;
};

const stored = async <T>(page: Page, key: string): Promise<T> =>
  JSON.parse((await page.evaluate((name) => localStorage.getItem(name), key))!) as T;

export const tokenOf = async (page: Page): Promise<string> =>
  (await page.evaluate(() => localStorage.getItem("token")))!;
export const addressOf = async (page: Page): Promise<string> =>
  (await stored<{ wallet: { address: string } }>(page, "userInfo")).wallet.address;
export const teamName = async (page: Page): Promise<string> =>
  (await stored<{ teamName: string; type: string }[]>(page, "teamList")).find(({ type }) => type === "INDIVIDUAL")!
    .teamName;

export const switcher = (page: Page) => page.getByRole("button", { name: /^Team / });

/** Returns the links of a member's drawer with all groups open; Team is reduced. A group with a single entry has no link. */
export const memberLinks = (section: "Hosting" | "RPC"): (string | RegExp)[] => [
  "Overview",
  ...(section === "Hosting" ? ["Hosting", "Projects", "Deployments", "Domains", "Auth tokens"] : ["RPC"]),
  "Assistant",
  "Team",
  "Members",
  "Configurations",
  // Followed by the unread count.
  /^Changelog/,
];

/** Selects the only team of that group; the open list follows the server. */
export const switchTo = async (page: Page, group: "Owner" | "Member"): Promise<void> => {
  await switcher(page).click();
  await page.getByRole("group", { name: group }).getByRole("menuitemradio").click();
  await page.waitForURL("**/overview");
  await expect(switcher(page)).toContainText(group);
};

export const acceptInvitation = async (page: Page): Promise<void> => {
  await page.getByRole("dialog", { name: /^Join/ }).getByRole("button", { name: "Accept" }).click();
  await expect(page.getByRole("dialog", { name: /^Join/ })).toBeHidden();
  await page.getByRole("dialog").getByRole("button", { name: "Stay here" }).click();
};

export const openMembers = async (url: string, page: Page): Promise<void> => {
  await page.goto(`${url}/account/member`);
  await expect(heading(page, "Members")).toBeVisible();
};

export const rowOf = (page: Page, words: string) => page.getByRole("row", { name: new RegExp(words) });

export const act = async (page: Page, row: string, action: string): Promise<void> => {
  await rowOf(page, row).getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: action }).click();
};

export const radio = (page: Page, section: string, choice: string) =>
  page.getByRole("radiogroup", { name: `Access to ${section}`, exact: true }).getByRole("radio", { name: choice });

export const chooseAccess = (page: Page, section: string, choice: string): Promise<void> =>
  radio(page, section, choice).check({ force: true });

export const editAccess = async (
  page: Page,
  row: string,
  section: string,
  choice: string,
  further?: readonly [string, string],
): Promise<void> => {
  await act(page, row, "Edit access and note");
  await chooseAccess(page, section, choice);
  if (further) await chooseAccess(page, ...further);
  const dialog = page.getByRole("dialog", { name: /^Access for/ });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
};

/** Checks that nothing is wider than a phone's screen. */
export const fits = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
