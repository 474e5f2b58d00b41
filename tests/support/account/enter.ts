import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import type { ActingUser } from "./actors.ts";
import { expect } from "../browser/browser.ts";
import { signIn } from "./sign-in.ts";
import { heading } from "./visitor.ts";

/** Opens the dashboard as a user in the user's team, from the next navigation on. */
export const enterAs = async (page: Page, { session, teamId }: ActingUser): Promise<void> => {
  await page.addInitScript(
    ([token, team]) => {
      localStorage.setItem("token", token!);
      localStorage.setItem("teamId", team!);
    },
    [session, teamId],
  );
};

/** Signs in the holder of a key without the sign-in screens; takes effect at the next navigation. */
export const enterWithKey = async (page: Page, url: string, account: PrivateKeyAccount): Promise<void> => {
  const auth = await signIn(url, account);
  await openBlank(page, url);
  await page.evaluate((tokens) => {
    localStorage.setItem("token", tokens.accessToken);
    localStorage.setItem("authData", JSON.stringify(tokens));
  }, auth);
};

/**
 * Signs in a new user the same way. Tests of the sign-in, or of later wallet requests, sign in on the screens instead.
 */
export const enterAsNewUser = (page: Page, url: string): Promise<void> =>
  enterWithKey(page, url, privateKeyToAccount(generatePrivateKey()));

/** Signs in a new user and opens the overview, after which the browser knows the user and the teams. */
export const reopenPage = async (page: Page, url: string): Promise<void> => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/overview`);
  await expect(heading(page, /^Overview/)).toBeVisible();
};

/** Opens a minimal page of the dashboard's origin, with access to its storage but without loading the app. */
export const openBlank = async (page: Page, url: string): Promise<void> => {
  const address = `${url}/blank`;
  const body = `<link rel="icon" href="data:,">`;
  await page.route(address, (route) => route.fulfill({ contentType: "text/html", body }), { times: 1 });
  await page.goto(address);
};
