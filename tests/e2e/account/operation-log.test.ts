import { buffer } from "node:stream/consumers";
import type { Page } from "playwright";
import { expect as vitestExpect } from "vitest";
import { accessCodes } from "../../../resources/declare/access.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { callerOf } from "../../support/server/api.ts";
import { enterWith, storedTeams, storedTokens } from "../../support/browser/browser-session.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { chooseEntry, openGroups } from "../../support/browser/menu.ts";
import { enterAsNewUser, reopenPage } from "../../support/account/enter.ts";
import { newOwner } from "../../support/account/owner.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { joinTeam } from "../../support/account/team.ts";
import { heading, makeAuthToken } from "../../support/account/visitor.ts";

const cloud = await faultlessCloud();
const { url } = cloud;

test("actions of the owner and a member appear, are filtered by role, user, keyword and section, and open with details", async ({
  page,
}) => {
  await reopenPage(page, url);
  await makeAuthToken(page, "laptop");
  await openLog(page);
  await expect(rows(page).first()).toContainText("Created an auth tokenlaptop");
  await expect(rows(page).first()).toContainText("Owner");
  await expect(rows(page).last()).toContainText("Signed in");

  const { accessToken } = await storedTokens(page);
  const member = await newOwner(url);
  const { teamToken } = await joinTeam(url, accessToken, member.token, { access: ["HOSTING"] });
  const project = { name: "orchard", platform: "IPFS", deployType: "UPLOAD" };
  const made = await callerOf(url)("POST /api/hosting/project", { token: teamToken, body: project });
  // The newest page fetches new entries automatically.
  await expect(rows(page).first()).toContainText("Created a projectorchard");
  await expect(rows(page).first()).toContainText("Member");

  const role = page.getByRole("combobox", { name: "Role" });
  await role.selectOption({ label: "Member" });
  await expect(rows(page).filter({ hasText: "Owner" })).toHaveCount(0);
  await expect(rows(page).first()).toContainText("orchard");
  vitestExpect(new URL(page.url()).searchParams.get("role")).toBe("MEMBER");
  await role.selectOption("");

  await page.reload();
  const who = page.getByRole("combobox", { name: "User" });
  await expect(who.getByRole("option")).toHaveCount(3);
  const people = await who.getByRole("option").evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  const { body } = await callerOf(url)("GET /api/auth/user", { token: member.token });
  const memberId = people.find((id) => id.replaceAll("-", "") === (body.data as { uid: string }).uid)!;
  await who.selectOption(memberId);
  await expect(rows(page).filter({ hasText: "laptop" })).toHaveCount(0);
  await expect(rows(page).first()).toContainText("orchard");
  await who.selectOption("");

  await page.getByLabel("Product area").selectOption("Account and team");
  await expect(rows(page).filter({ hasText: "orchard" })).toHaveCount(0);
  await expect(rows(page).filter({ hasText: "Created an invite link" })).toHaveCount(1);
  await page.getByLabel("Product area").selectOption("");
  await page.getByRole("searchbox", { name: "Search by target" }).fill("ORCH");
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search by target" }).fill("nothing like it");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search by target" }).fill("");

  await rows(page).filter({ hasText: "orchard" }).getByRole("link").click();
  const details = page.getByRole("dialog", { name: "Created a project" });
  await expect(details).toContainText("HOSTING_CREATE_PROJECT");
  await expect(details).toContainText("UPLOAD");
  expect(await complaintsAbout(page)).toEqual([]);
  await page.reload();
  await expect(details).toBeVisible();
  await details.getByRole("button", { name: "Close" }).last().click();
  await expect(details).toBeHidden();
  expect(await complaintsAbout(page)).toEqual([]);

  // The history of one object opens on its page, and leads to its entries in the log.
  const { projectId: id } = made.body.data as { projectId: string };
  await page.goto(`${url}/hosting/project/orchard/${id}`);
  await page.getByRole("button", { name: "History of this project" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await expect(history.getByRole("listitem")).toHaveText([/^Created a project/]);
  vitestExpect(await complaintsAbout(page)).toEqual([]);
  await history.getByRole("link", { name: "Open in the operation log" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText("Created a project");
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(rows(page).filter({ hasText: "Signed in" }).first()).toBeVisible();
});

test("ranges: 7 days, 30 days, and custom days that must be after 2022-07-27 and before now", async ({ page }) => {
  await reopenPage(page, url);
  await makeAuthToken(page, "recent");
  await makeAuthToken(page, "older");
  await makeAuthToken(page, "oldest");
  await age("older", "8 days");
  await age("oldest", "40 days");
  await openLog(page);
  const range = page.getByRole("radiogroup", { name: "Time" });
  const shown = async (...names: string[]) => {
    for (const name of ["recent", "older", "oldest"])
      await expect(rows(page).filter({ hasText: `Created an auth token${name}` })).toHaveCount(
        names.includes(name) ? 1 : 0,
      );
  };
  await shown("recent", "older", "oldest");
  await range.getByText("Past 7 days").click();
  await shown("recent");
  await range.getByText("Past 30 days").click();
  await shown("recent", "older");

  await range.getByText("Custom time").click();
  const [from, to] = [page.getByPlaceholder("Start date"), page.getByPlaceholder("End date")];
  await expect(from).toBeFocused();
  expect(await complaintsAbout(page)).toEqual([]);
  await expect(page.locator(`.ant-picker-cell-disabled[title="${dayBefore(-1)}"]`).first()).toBeVisible();
  for (const invalid of ["2022-07-27", dayBefore(-1)]) {
    await from.fill(invalid);
    await expect(from).toHaveAttribute("aria-invalid", "true");
  }
  await from.fill(dayBefore(50));
  await from.press("Enter");
  await expect(to).toBeFocused();
  await to.fill(dayBefore(1));
  await to.press("Enter");
  await shown("older", "oldest");
  await page.reload();
  await shown("older", "oldest");
  await expect(from).toHaveValue(dayBefore(50));
  await expect(to).toHaveValue(dayBefore(1));
  await page.getByRole("button", { name: "Any time" }).click();
  await expect(range.getByRole("radio", { checked: true })).toHaveCount(0);
  await shown("recent", "older", "oldest");
  vitestExpect(new URL(page.url()).search).toBe("");
});

test("pages lead to older entries, back with the browser's button and to the newest", async ({ page }) => {
  await reopenPage(page, url);
  const { accessToken: token } = await storedTokens(page);
  const names = Array.from({ length: 12 }, (_, at) => `repository-${at + 1}`);
  for (const name of names) await callerOf(url)("POST /api/hosting/repo", { token, body: { name } });
  await openLog(page);
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).first()).toContainText("repository-12");
  await expect(page.getByRole("navigation", { name: "Pages" })).toContainText("3 older");
  await page.getByRole("button", { name: "Older" }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText("repository-2");
  await page.goBack();
  await expect(rows(page).first()).toContainText("repository-12");
  await page.goForward();
  await page.getByRole("button", { name: "Newest" }).click();
  await expect(rows(page).first()).toContainText("repository-12");
  await page.getByLabel("Rows per page").selectOption("20");
  await expect(rows(page)).toHaveCount(13);
});

test("Export saves the filtered entries as a CSV file", async ({ page }) => {
  await reopenPage(page, url);
  const { accessToken: token } = await storedTokens(page);
  for (const name of ["=1+1", "laptop, at home"])
    await callerOf(url)("POST /api/hosting/user/token/new", { token, body: { name } });
  await openLog(page);
  await page.getByLabel("Product area").selectOption("Hosting");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  vitestExpect(download.suggestedFilename()).toMatch(/^operation-log-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await buffer(await download.createReadStream())).toString().split("\r\n");
  vitestExpect(lines).toHaveLength(4);
  vitestExpect(lines[0]).toMatch(/^\uFEFFTime,Action,Code/);
  vitestExpect(lines[1]).toContain(',"laptop, at home",');
  vitestExpect(lines[2]).toContain(",'=1+1,");
});

test("Operation log only for full access: others have no entry in the drawer and are refused at its address", async ({
  openProfile,
}) => {
  const owner = await newOwner(url);
  await owner.data("POST /api/hosting/repo", { name: "of-the-owner" });
  const visit = async (access: readonly (typeof accessCodes)[number][]): Promise<Page> => {
    const page = await (await openProfile()).newPage();
    await enterAsNewUser(page, url);
    const auth = await storedTokens(page);
    const { teamId } = await joinTeam(url, owner.token, auth.accessToken, { access });
    const { body } = await callerOf(url)("GET /api/auth/cooperation/teams", { token: auth.accessToken });
    await enterWith(page, url, auth, (body.data as { items: Awaited<ReturnType<typeof storedTeams>> }).items, teamId);
    await page.goto(`${url}/account/operation-log`);
    return page;
  };
  const full = await visit(accessCodes);
  await expect(rows(full).filter({ hasText: "of-the-owner" })).toHaveCount(1);
  await expect(full.getByRole("link", { name: "Operation log" }).first()).toBeVisible();
  const narrow = await visit(["HOSTING", "MEMBER"]);
  await openGroups(narrow);
  await expect(narrow.getByRole("link", { name: "Members" }).first()).toBeVisible();
  await expect(narrow.getByRole("link", { name: "Operation log" })).toHaveCount(0);
  await expect(narrow.getByText("of-the-owner")).toHaveCount(0);
});

const rows = (page: Page) => page.getByRole("table", { name: "Operation log" }).locator("tbody tr[data-row]");

const openLog = async (page: Page): Promise<void> => {
  await chooseEntry(page, "Operation log");
  await expect(heading(page, "Operation log")).toBeVisible();
};

/** Backdates a target's entries to this age. */
const age = async (target: string, old: string): Promise<void> => {
  await cloud.database.pool.query("update operation_log set at = at - $2::interval where target = $1", [target, old]);
};

/** In the browser's time zone, UTC. */
const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
