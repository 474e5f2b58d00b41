/** Tests the session of a real browser with a real server over an unreliable connection. */
import type { Page } from "playwright";
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { accessCodes } from "../../../resources/declare/access.ts";
import { openRealtime } from "../../../src/cloud/engines/realtime/open.ts";
import { callerOf } from "../server/api.ts";
import { enterWith, storedTokens, userIdIn } from "./browser-session.ts";
import { reopenPage } from "../account/enter.ts";
import { expect, type BrowserFixtures } from "./browser.ts";
import { testCloud } from "../server/cloud.ts";
import { faultProxy, type FaultProxy } from "../server/fault-proxy.ts";
import { atFileEnd } from "../file-end.ts";
import { dataOf, teamCallsOf } from "../account/members.ts";
import { signIn } from "../account/sign-in.ts";
import { joinTeam } from "../account/team.ts";
import { heading, signInWithDevWallet } from "../account/visitor.ts";

export const minuteMs = 60_000;
export const userCalls = /^GET \/api\/auth\/user$/;

/** Call once per test file. */
export const faultySessions = async () => {
  const cloud = await testCloud();
  // Sends like another process of the same server.
  const config = { DATABASE_URL: cloud.config.DATABASE_URL, ROLE: ["worker" as const] };
  const realtime = await openRealtime(config, cloud.database, pino({ level: "silent" }));
  atFileEnd(realtime.close);
  const call = callerOf(cloud.url);
  const team = teamCallsOf(call);

  /** Opens the overview for a new user over a separate proxied connection. */
  const signedIn = async (page: Page, enter = reopenPage): Promise<FaultProxy> => {
    const line = await faultProxy(cloud.port);
    await enter(page, line.url);
    await expect(heading(page, /Overview/)).toBeVisible();
    return line;
  };
  /** Signs in with this browser's stored wallet, so that the user can sign in again. */
  const signedInByWallet = (page: Page): Promise<FaultProxy> => signedIn(page, signInWithDevWallet);

  /** Makes every tab of the user request notices `count` times at once. */
  const notify = async (page: Page, count: number): Promise<void> => {
    const personId = userIdIn((await storedTokens(page)).accessToken);
    for (let sent = 0; sent < count; sent += 1) realtime.toUser(personId, "updateUser", {});
  };

  /** Waits until the tabs at these paths receive the server's events for their user. */
  const listening = async (line: FaultProxy, page: Page, ...paths: readonly string[]): Promise<void> => {
    const callsFrom = (path: string) => line.requests(userCalls).filter(({ from }) => from === path).length;
    // A call that each tab makes automatically, sooner or later.
    await expect
      .poll(async () => {
        await notify(page, 1);
        return paths.every((path) => callsFrom(path) > 2);
      })
      .toBe(true);
  };

  /** Opens a listening overview and a second tab that changes the session, which this page must notice. */
  const withOtherTab = async (openProfile: BrowserFixtures["openProfile"]) => {
    const profile = await openProfile();
    const page = await profile.newPage();
    const line = await signedIn(page);
    const other = await profile.newPage();
    await other.goto(`${line.url}/docs`);
    await listening(line, page, "/overview");
    return { page, other, line };
  };

  const newcomer = () => signIn(cloud.url, privateKeyToAccount(generatePrivateKey()));

  /** A user who works as a member in another user's team in this browser; and the owner's actions on them. */
  const member = async (page: Page) => {
    const line = await faultProxy(cloud.port);
    const [owner, auth] = [await newcomer(), await newcomer()];
    const { invitationId } = await joinTeam(cloud.url, owner.accessToken, auth.accessToken, { access: accessCodes });
    const teams = await team.teams(auth.accessToken);
    const { teamId } = teams.find(({ type }) => type === "COLLABORATION")!;
    const { teamId: ownId } = teams.find(({ type }) => type === "INDIVIDUAL")!;
    await enterWith(page, line.url, auth, teams, teamId);
    const edit = async (change: object): Promise<void> =>
      dataOf(await team.edit(owner.accessToken, { invitationId, ...change }));
    return {
      line,
      auth,
      teamId,
      ownId,
      remove: () => edit({ status: "REMOVE" }),
      narrow: () => edit({ levels: { HOSTING: "read" } }),
    };
  };

  return { cloud, call, team, signedIn, signedInByWallet, notify, listening, withOtherTab, member };
};

export const isSignedIn = (page: Page): Promise<boolean> => page.evaluate(() => localStorage.getItem("token") !== null);
