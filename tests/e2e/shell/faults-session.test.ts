/** The end of a session in a real browser over an unreliable connection, and its effect on other tabs. */
import type { Page } from "playwright";
import { describe } from "vitest";
import { errors } from "../../../resources/declare/errors.ts";
import { messages } from "../../../resources/declare/messages.ts";
import {
  createToken,
  createTokenButton,
  storedTokens,
  nameOfToken,
  openTokenForm,
  tokenWasCreated,
} from "../../support/browser/browser-session.ts";
import { clickUnlessGone, expect, test } from "../../support/browser/browser.ts";
import type { FaultProxy, FaultHandle } from "../../support/server/fault-proxy.ts";
import { faultySessions, isSignedIn } from "../../support/browser/faulty-session.ts";
import { answerDevWallet, disconnect, heading } from "../../support/account/visitor.ts";

const { call, team, signedIn, signedInByWallet, member } = await faultySessions();

describe("an expired session", () => {
  test("on a 401 local storage is cleared (the guide flag is kept), the return path is saved, and the draft is restored after signing in again", async ({
    page,
  }) => {
    const { url } = await signedInByWallet(page);
    await page.goto(`${url}/hosting/auth-tokens`);
    await openTokenForm(page);
    await nameOfToken(page).fill("garden shed");
    await page.evaluate(() => {
      localStorage.setItem("guide", "1");
      localStorage.setItem("hasClaim", "1");
    });
    await endOnServer(page);
    await clickUnlessGone(createTokenButton(page));
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
    await tokenWasCreated(page);
    await expect(page.getByRole("row", { name: /garden shed/ })).toHaveCount(1);
    // A submitted form is no longer a draft.
    await openTokenForm(page);
    await expect(nameOfToken(page)).toHaveValue("");
  });

  test("Disconnect and Discard draft delete the draft", async ({ page }) => {
    const { url } = await signedInByWallet(page);
    await page.goto(`${url}/hosting/auth-tokens`);
    await openTokenForm(page);
    await nameOfToken(page).fill("first");
    await page.reload();
    await openTokenForm(page);
    await expect(nameOfToken(page)).toHaveValue("first");
    await page.getByRole("button", { name: "Discard draft" }).click();
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
    const { line, teamId, remove } = await member(page);
    const deaf = await deafInForm(page, line);
    await remove();
    await clickUnlessGone(createTokenButton(page));
    await page.waitForURL(`${line.url}/`);
    deaf.end();
    expect(await page.evaluate(() => localStorage.getItem("teamId"))).not.toBe(teamId);
    expect(await isSignedIn(page)).toBe(true);
  });

  test("a 403 sends the user to the root after the alert", async ({ page }) => {
    const { line, narrow } = await member(page);
    const deaf = await deafInForm(page, line);
    await narrow();
    await createToken(page);
    const alert = page.getByRole("dialog", { name: "Tip" });
    await expect(alert).toContainText(errors.FORBIDDEN.message);
    deaf.end();
    await alert.getByRole("button", { name: "OK" }).click();
    await page.waitForURL(`${line.url}/`);
    expect(await isSignedIn(page)).toBe(true);
  });
});

describe("two tabs", () => {
  test("signing out in one ends the other", async ({ openProfile }) => {
    const profile = await openProfile();
    const [one, two] = [await profile.newPage(), await profile.newPage()];
    const { url } = await signedIn(one);
    await two.goto(`${url}/hosting/projects`);
    await expect(heading(two, "Projects")).toBeVisible();
    await one.bringToFront();
    await disconnect(one);
    await two.waitForURL("**/login");
    await two.goto(`${url}/hosting/projects`);
    await two.waitForURL(`${url}/`);
  });

  test("a page stays in its team when another tab switches teams, and a reload keeps it there", async ({
    openProfile,
  }) => {
    const profile = await openProfile();
    const [one, two] = [await profile.newPage(), await profile.newPage()];
    const { line, teamId, ownId, auth } = await member(one);
    const { url } = line;
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
    await tokenWasCreated(one);
    const tokensOf = async (id: string) => {
      const { token } = (await team.teams(auth.accessToken)).find(({ teamId: found }) => found === id)!;
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

const page = (tab: Page) => heading(tab, "Auth tokens");

/** Ends the browser's session on the server, like another device. */
const endOnServer = async (page: Page): Promise<void> => {
  const { refreshToken } = await storedTokens(page);
  await call("POST /api/auth/sign-out", { body: { refreshToken } });
};

/** Fills a form on a page that receives no events from the server. */
const deafInForm = async (page: Page, line: FaultProxy): Promise<FaultHandle> => {
  await page.goto(`${line.url}/hosting/auth-tokens`);
  await openTokenForm(page);
  await nameOfToken(page).fill("shed");
  const deaf = line.fail(/^GET \/(socket\.io|api\/auth\/(cooperation\/teams|broadcast))/, "drop");
  line.breakSockets();
  return deaf;
};
