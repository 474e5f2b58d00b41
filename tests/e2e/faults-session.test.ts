/** The session of a real browser against a real cloud, over a line that breaks. */
import { sql } from "kysely";
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Page } from "playwright";
import { beforeAll, describe } from "vitest";
import { accessCodes } from "../../resources/access.ts";
import type { Team } from "../../resources/account/teams.ts";
import { tokenRefreshWindowMs } from "../../resources/limits.ts";
import { errors } from "../../resources/errors.ts";
import { messages } from "../../resources/messages.ts";
import { openRealtime } from "../../src/cloud/engines/realtime/open.ts";
import type { Realtime } from "../../src/cloud/engines/realtime/realtime.ts";
import { callerOf, type Call } from "../support/api.ts";
import { expect, test } from "../support/browser.ts";
import {
  createToken,
  enterWith,
  keptTeams,
  keptTokens,
  leaveTeamTokenMs,
  leaveTokenMs,
  nameOfToken,
  openTokenForm,
  personIn,
  tokenWasMade,
} from "../support/browser-session.ts";
import { testCloud, type TestCloud } from "../support/cloud.ts";
import { faultProxy, type FaultProxy } from "../support/fault-proxy.ts";
import { atFileEnd } from "../support/file-end.ts";
import { signIn } from "../support/sign-in.ts";
import { joinTeam } from "../support/team.ts";
import { answerDevWallet, disconnect, heading, signInWithDevWallet } from "../support/visitor.ts";

const refreshes = /^POST \/api\/auth\/refresh/;
const userCalls = /^GET \/api\/auth\/user$/;
const sockets = /^GET \/socket\.io\//;
const minuteMs = 60_000;

let cloud: TestCloud;
let realtime: Realtime;
let line: FaultProxy;
let url: string;
let call: Call;
beforeAll(async () => {
  cloud = await testCloud();
  // As another process of the same cloud sends.
  const config = { DATABASE_URL: cloud.config.DATABASE_URL, ROLE: ["worker" as const] };
  realtime = await openRealtime(config, cloud.database, pino({ level: "silent" }));
  atFileEnd(realtime.close);
  call = callerOf(cloud.url);
});

/** A line of the test's own, and a person who is signed in over it. */
const signedIn = async (page: Page): Promise<void> => {
  line = await faultProxy(cloud.port);
  ({ url } = line);
  await signInWithDevWallet(page, url);
  await expect(heading(page, /Overview/)).toBeVisible();
};

/** Waits until the tabs at these paths hear what the cloud tells their person. */
const listening = async (page: Page, ...paths: readonly string[]): Promise<void> => {
  const callsFrom = (path: string) => line.requests(userCalls).filter(({ from }) => from === path).length;
  // One call each tab makes by itself, sooner or later.
  await expect
    .poll(async () => {
      await notify(page, 1);
      return paths.every((path) => callsFrom(path) > 2);
    })
    .toBe(true);
};

const isSignedIn = (page: Page): Promise<boolean> => page.evaluate(() => localStorage.getItem("token") !== null);
const msLeft = async (page: Page): Promise<number> => (await keptTokens(page)).accessTokenExpireAt - Date.now();

/** Has every tab of the person ask for them `count` times at once. */
const notify = async (page: Page, count: number): Promise<void> => {
  const personId = personIn((await keptTokens(page)).accessToken);
  for (let sent = 0; sent < count; sent += 1) realtime.toUser(personId, "updateUser", {});
};

describe("token refresh", () => {
  test("20 parallel requests at an expired token make one refresh", async ({ openProfile }) => {
    const profile = await openProfile();
    const page = await profile.newPage();
    await signedIn(page);
    // By another tab, so that this page hears of it.
    const other = await profile.newPage();
    await other.goto(`${url}/docs`);
    await listening(page, "/overview");
    const refresh = line.fail(refreshes, "hold");
    await leaveTokenMs(other, minuteMs);
    await notify(page, 20);
    await expect.poll(refresh.times).toBe(1);
    const before = line.requests(userCalls).length;
    refresh.end();
    await expect.poll(() => line.requests(userCalls).length).toBeGreaterThanOrEqual(before + 20);
    expect(line.requests(refreshes)).toHaveLength(1);
    expect(await msLeft(page)).toBeGreaterThan(tokenRefreshWindowMs);
  });

  for (const [how, lacksLocks] of [
    ["by Web Locks", false],
    ["without them, as on plain http in a network", true],
  ] as const)
    test(`two tabs make one refresh, ${how}`, async ({ openProfile }) => {
      const profile = await openProfile();
      if (lacksLocks)
        await profile.addInitScript(() => Object.defineProperty(Navigator.prototype, "locks", { value: undefined }));
      const [one, two] = [await profile.newPage(), await profile.newPage()];
      await signedIn(one);
      await two.goto(`${url}/hosting/projects`);
      await expect(heading(two, "Projects")).toBeVisible();
      await listening(one, "/overview", "/hosting/projects");
      const third = await profile.newPage();
      await third.goto(`${url}/docs`);
      const refresh = line.fail(refreshes, "hold");
      await leaveTokenMs(third, minuteMs);
      await notify(one, 5);
      await expect.poll(refresh.times).toBe(1);
      const before = line.requests(userCalls).length;
      refresh.end();
      await expect.poll(() => line.requests(userCalls).length).toBeGreaterThanOrEqual(before + 10);
      expect(line.requests(refreshes)).toHaveLength(1);
      expect(await isSignedIn(two)).toBe(true);
    });

  test("a refresh whose answer is lost ends no session, however late the next attempt is", async ({ page }) => {
    await signedIn(page);
    await leaveTokenMs(page, minuteMs);
    const old = await keptTokens(page);
    const lost = line.fail(refreshes, "lose the answer");
    await page.goto(`${url}/hosting/projects`);
    await expect(heading(page, "Projects")).toBeVisible();
    await expect.poll(lost.times).toBeGreaterThan(0);
    // The cloud has given out another token, long ago.
    await sql`update refresh_token set used_at = used_at - interval '1 hour' where used_at is not null`.execute(
      cloud.database.db,
    );
    lost.end();
    await page.goto(`${url}/hosting/auth-tokens`);
    await expect(heading(page, "Auth Token")).toBeVisible();
    await expect.poll(() => msLeft(page)).toBeGreaterThan(tokenRefreshWindowMs);
    expect((await keptTokens(page)).refreshToken).not.toBe(old.refreshToken);
    expect(await isSignedIn(page)).toBe(true);
    expect(cloud.faults).toEqual([]);
  });

  test("a token that ended while there was no network is refreshed once there is one", async ({ page }) => {
    await signedIn(page);
    await leaveTokenMs(page, -minuteMs);
    const away = line.fail(refreshes, "drop", 2);
    await page.goto(`${url}/hosting/projects`);
    await expect(page.getByText("No projects yet")).toBeVisible();
    expect(away.times()).toBe(2);
    expect(await msLeft(page)).toBeGreaterThan(tokenRefreshWindowMs);
  });

  test("the team list with fresh team tokens is reloaded before a team token has 1 h left", async ({ page }) => {
    const { teamId } = await member(page);
    await page.goto(`${url}/overview`);
    await expect(heading(page, /Overview/)).toBeVisible();
    await leaveTeamTokenMs(page, teamId, 30 * minuteMs);
    await page.goto(`${url}/hosting/auth-tokens`);
    await expect(page.getByText("No tokens yet")).toBeVisible();
    expect((await keptTeams(page)).every(({ token }) => !token.includes("spoiled"))).toBe(true);
    expect(await page.evaluate(() => localStorage.getItem("teamId"))).toBe(teamId);
  });
});

describe("an ended session", () => {
  test("on a 401 local storage is cleared (the guide flag is kept), the return path is saved, and what was typed is found after signing in again", async ({
    page,
  }) => {
    await signedIn(page);
    await page.goto(`${url}/hosting/auth-tokens`);
    await openTokenForm(page);
    await nameOfToken(page).fill("garden shed");
    await page.evaluate(() => {
      localStorage.setItem("guide", "1");
      localStorage.setItem("hasClaim", "1");
    });
    await endOnServer(page);
    await createToken(page);
    await page.waitForURL("**/login");
    const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage) as [string, string][]));
    expect(stored).toMatchObject({ guide: "1", loginTo: "/hosting/auth-tokens" });
    expect(stored).not.toHaveProperty("token");
    expect(stored).not.toHaveProperty("hasClaim");
    await page.getByRole("button", { name: /Dev wallet/ }).click();
    await answerDevWallet(page, "Sign");
    await page.waitForURL("**/hosting/auth-tokens");
    await openTokenForm(page);
    await expect(nameOfToken(page)).toHaveValue("garden shed");
    await expect(page.getByText(messages.draftRestored)).toBeVisible();
    await createToken(page);
    await tokenWasMade(page);
    await expect(page.getByRole("row", { name: /garden shed/ })).toHaveCount(1);
    // What was sent is no draft any more.
    await openTokenForm(page);
    await expect(nameOfToken(page)).toHaveValue("");
  });

  test("what was typed is gone after Disconnect, and after Start over", async ({ page }) => {
    await signedIn(page);
    await page.goto(`${url}/hosting/auth-tokens`);
    await openTokenForm(page);
    await nameOfToken(page).fill("first");
    await page.reload();
    await openTokenForm(page);
    await expect(nameOfToken(page)).toHaveValue("first");
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(nameOfToken(page)).toHaveValue("");
    await nameOfToken(page).fill("second");
    await page.reload();
    await openTokenForm(page);
    await expect(nameOfToken(page)).toHaveValue("second");
    await page.reload();
    await disconnect(page);
    await page.getByRole("button", { name: /Dev wallet/ }).click();
    await answerDevWallet(page, "Sign");
    await page.waitForURL("**/overview");
    await page.goto(`${url}/hosting/auth-tokens`);
    await openTokenForm(page);
    await expect(nameOfToken(page)).toHaveValue("");
    await expect(page.getByText(messages.draftRestored)).toBeHidden();
  });

  test("a team member has the team id cleared and goes to the root", async ({ page }) => {
    const { teamId, remove } = await member(page);
    await page.goto(`${url}/hosting/auth-tokens`);
    await openTokenForm(page);
    await nameOfToken(page).fill("shed");
    const deaf = line.fail(/^GET \/(socket\.io|api\/auth\/cooperation\/teams)/, "drop");
    line.breakSockets();
    await remove();
    await createToken(page);
    await page.waitForURL(`${url}/`);
    deaf.end();
    expect(await page.evaluate(() => localStorage.getItem("teamId"))).not.toBe(teamId);
    expect(await isSignedIn(page)).toBe(true);
  });

  test("a 403 sends the user to the root after the alert", async ({ page }) => {
    const { narrow } = await member(page);
    await page.goto(`${url}/hosting/auth-tokens`);
    await openTokenForm(page);
    await nameOfToken(page).fill("shed");
    const deaf = line.fail(/^GET \/(socket\.io|api\/auth\/cooperation\/teams)/, "drop");
    line.breakSockets();
    await narrow();
    await createToken(page);
    const alert = page.getByRole("dialog", { name: "Tip" });
    await expect(alert).toContainText(errors.FORBIDDEN.message);
    deaf.end();
    await alert.getByRole("button", { name: "OK" }).click();
    await page.waitForURL(`${url}/`);
    expect(await isSignedIn(page)).toBe(true);
  });
});

describe("two tabs", () => {
  test("signing out in one ends the other", async ({ openProfile }) => {
    const profile = await openProfile();
    const [one, two] = [await profile.newPage(), await profile.newPage()];
    await signedIn(one);
    await two.goto(`${url}/hosting/projects`);
    await expect(heading(two, "Projects")).toBeVisible();
    await one.bringToFront();
    await disconnect(one);
    await two.waitForURL("**/login");
    await two.goto(`${url}/hosting/projects`);
    await two.waitForURL(`${url}/`);
  });

  test("a page goes on in its own team when another tab picks another one, and a reload keeps it there", async ({
    openProfile,
  }) => {
    const profile = await openProfile();
    const [one, two] = [await profile.newPage(), await profile.newPage()];
    const { teamId, ownId, auth } = await member(one);
    await one.evaluate((id) => localStorage.setItem("teamId", id), ownId);
    await one.goto(`${url}/hosting/auth-tokens`);
    await expect(page(one)).toBeVisible();
    await two.goto(`${url}/docs`);
    await two.evaluate((id) => localStorage.setItem("teamId", id), teamId);
    await two.goto(`${url}/hosting/auth-tokens`);
    await expect(page(two)).toBeVisible();
    await one.bringToFront();
    await openTokenForm(one);
    await nameOfToken(one).fill("mine");
    await createToken(one);
    await tokenWasMade(one);
    const tokensOf = async (id: string) => {
      const { token } = (await teamsOf(auth.accessToken)).find((team) => team.teamId === id)!;
      const { data } = (await call("GET /api/hosting/user/token/list?page=1&size=10", { token })).body;
      return (data as { items: { name: string }[] }).items.map(({ name }) => name);
    };
    expect(await tokensOf(ownId)).toEqual(["mine"]);
    expect(await tokensOf(teamId)).toEqual([]);
    await two.bringToFront();
    await expect(two.getByText("No tokens yet")).toBeVisible();
    await one.bringToFront();
    await one.evaluate(() => window.dispatchEvent(new Event("focus")));
    await one.reload();
    await expect(one.getByRole("row", { name: /mine/ })).toBeVisible();
  });
});

describe("the socket", () => {
  test("takes the new token when the token changes, and lists ask anew", async ({ openProfile }) => {
    const profile = await openProfile();
    const page = await profile.newPage();
    await signedIn(page);
    const other = await profile.newPage();
    await other.goto(`${url}/docs`);
    await listening(page, "/overview");
    const before = line.requests(sockets).length;
    await leaveTokenMs(other, minuteMs);
    await notify(page, 1);
    await expect.poll(() => msLeft(page)).toBeGreaterThan(tokenRefreshWindowMs);
    const { accessToken } = await keptTokens(page);
    const opened = () =>
      line
        .requests(sockets)
        .slice(before)
        .map(({ path }) => new URL(path, url).searchParams.get("authorization"));
    await expect.poll(() => opened().at(-1)).toBe(accessToken);
  });
});

const page = (tab: Page) => heading(tab, "Auth Token");

const teamsOf = async (token: string): Promise<readonly Team[]> =>
  ((await call("GET /api/auth/cooperation/teams", { token })).body.data as { items: Team[] }).items;

/** Ends the browser's session in the cloud, as an operator or another device does. */
const endOnServer = async (page: Page): Promise<void> => {
  const { refreshToken } = await keptTokens(page);
  await call("POST /api/auth/sign-out", { body: { refreshToken } });
};

/** A person in this browser who works as a member in somebody's team; what the owner does about it. */
const member = async (page: Page) => {
  line = await faultProxy(cloud.port);
  ({ url } = line);
  const [owner, auth] = [await newcomer(), await newcomer()];
  const { invitationId } = await joinTeam(cloud.url, owner.accessToken, auth.accessToken, { access: accessCodes });
  const teams = await teamsOf(auth.accessToken);
  const { teamId } = teams.find(({ type }) => type === "COLLABORATION")!;
  const { teamId: ownId } = teams.find(({ type }) => type === "INDIVIDUAL")!;
  await enterWith(page, url, auth, teams, teamId);
  const edit = async (change: object): Promise<void> => {
    const body = { invitationId, ...change };
    const { status, text } = await call("PUT /api/auth/cooperation/member", { token: owner.accessToken, body });
    if (status !== 200) throw new Error(text);
  };
  return {
    auth,
    teamId,
    ownId,
    remove: () => edit({ status: "REMOVE" }),
    narrow: () => edit({ levels: { HOSTING: "read" } }),
  };
};

const newcomer = () => signIn(cloud.url, privateKeyToAccount(generatePrivateKey()));
