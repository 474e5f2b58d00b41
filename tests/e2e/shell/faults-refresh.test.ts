/** Token refresh in a real browser over an unreliable connection. */
import { sql } from "kysely";
import type { Page } from "playwright";
import { describe } from "vitest";
import { tokenRefreshWindowMs } from "../../../resources/limits.ts";
import { storedTeams, storedTokens, leaveTeamTokenMs, leaveTokenMs } from "../../support/browser/browser-session.ts";
import { expect, test } from "../../support/browser/browser.ts";
import type { FaultProxy } from "../../support/server/fault-proxy.ts";
import { faultySessions, isSignedIn, minuteMs, userCalls } from "../../support/browser/faulty-session.ts";
import { heading } from "../../support/account/visitor.ts";

const refreshes = /^POST \/api\/auth\/refresh/;
const sockets = /^GET \/socket\.io\//;

const { cloud, signedIn, notify, listening, withOtherTab, member } = await faultySessions();

describe("token refresh", () => {
  test("20 parallel requests with an expired token cause one refresh", async ({ openProfile }) => {
    const { page, other, line } = await withOtherTab(openProfile);
    await refreshOnce(line, [page], other, { asked: 20, calls: 20 });
    expect(await msLeft(page)).toBeGreaterThan(tokenRefreshWindowMs);
  });

  for (const [how, lacksLocks] of [
    ["by Web Locks", false],
    ["without them, as on plain http in a network", true],
  ] as const)
    test(`two tabs cause one refresh, ${how}`, async ({ openProfile }) => {
      const profile = await openProfile();
      if (lacksLocks)
        await profile.addInitScript(() => Object.defineProperty(Navigator.prototype, "locks", { value: undefined }));
      const [one, two] = [await profile.newPage(), await profile.newPage()];
      const line = await signedIn(one);
      await two.goto(`${line.url}/hosting/projects`);
      await expect(heading(two, "Projects")).toBeVisible();
      await listening(line, one, "/overview", "/hosting/projects");
      const third = await profile.newPage();
      await third.goto(`${line.url}/docs`);
      await refreshOnce(line, [one, two], third, { asked: 5, calls: 10 });
      expect(await isSignedIn(two)).toBe(true);
    });

  test("a refresh whose answer is lost ends no session, however late the next attempt is", async ({ page }) => {
    const line = await signedIn(page);
    await leaveTokenMs(page, minuteMs);
    const old = await storedTokens(page);
    const lost = line.fail(refreshes, "lose the answer");
    await page.goto(`${line.url}/hosting/projects`);
    await expect(heading(page, "Projects")).toBeVisible();
    await expect.poll(lost.times).toBeGreaterThan(0);
    // The server has issued another token long ago.
    await sql`update refresh_token set used_at = used_at - interval '1 hour' where used_at is not null`.execute(
      cloud.database.db,
    );
    lost.end();
    await page.goto(`${line.url}/hosting/auth-tokens`);
    await expect(heading(page, "Auth tokens")).toBeVisible();
    await expect.poll(() => msLeft(page)).toBeGreaterThan(tokenRefreshWindowMs);
    expect((await storedTokens(page)).refreshToken).not.toBe(old.refreshToken);
    expect(await isSignedIn(page)).toBe(true);
    expect(cloud.faults).toEqual([]);
  });

  test("a token that expired offline is refreshed once online", async ({ page }) => {
    const line = await signedIn(page);
    await leaveTokenMs(page, -minuteMs);
    const away = line.fail(refreshes, "drop", 2);
    await page.goto(`${line.url}/hosting/projects`);
    await expect(page.getByText("No projects yet")).toBeVisible();
    expect(away.times()).toBe(2);
    expect(await msLeft(page)).toBeGreaterThan(tokenRefreshWindowMs);
  });

  test("the team list with fresh team tokens is reloaded before a team token has 1 h left", async ({ page }) => {
    const { teamId, line } = await member(page);
    await page.goto(`${line.url}/overview`);
    await expect(heading(page, /Overview/)).toBeVisible();
    await leaveTeamTokenMs(page, teamId, 30 * minuteMs);
    await page.goto(`${line.url}/hosting/auth-tokens`);
    await expect(page.getByText("No tokens yet")).toBeVisible();
    expect((await storedTeams(page)).every(({ token }) => !token.includes("spoiled"))).toBe(true);
    expect(await page.evaluate(() => localStorage.getItem("teamId"))).toBe(teamId);
  });
});

describe("the socket", () => {
  test("uses the new token when the token changes, and lists are fetched again", async ({ openProfile }) => {
    const { page, other, line } = await withOtherTab(openProfile);
    const before = line.requests(sockets).length;
    await leaveTokenMs(other, minuteMs);
    await notify(page, 1);
    await expect.poll(() => msLeft(page)).toBeGreaterThan(tokenRefreshWindowMs);
    const { accessToken } = await storedTokens(page);
    const opened = () =>
      line
        .requests(sockets)
        .slice(before)
        .map(({ path }) => new URL(path, line.url).searchParams.get("authorization"));
    await expect.poll(() => opened().at(-1)).toBe(accessToken);
  });
});

/**
 * Makes this many calls per tab as its user, with a token that `other` has let expire: all calls wait for one refresh.
 */
const refreshOnce = async (
  line: FaultProxy,
  tabs: readonly Page[],
  other: Page,
  { asked, calls }: { readonly asked: number; readonly calls: number },
): Promise<void> => {
  const refresh = line.fail(refreshes, "hold");
  await leaveTokenMs(other, minuteMs);
  // Tabs run in separate processes: one that has not received the event yet would continue with the old token.
  for (const tab of tabs) await expect.poll(() => msLeft(tab)).toBeLessThanOrEqual(minuteMs);
  await notify(tabs[0]!, asked);
  await expect.poll(refresh.times).toBe(1);
  const before = line.requests(userCalls).length;
  refresh.end();
  await expect.poll(() => line.requests(userCalls).length).toBeGreaterThanOrEqual(before + calls);
  expect(line.requests(refreshes)).toHaveLength(1);
};

const msLeft = async (page: Page): Promise<number> => (await storedTokens(page)).accessTokenExpireAt - Date.now();
