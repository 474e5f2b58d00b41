import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import type { ActingPerson } from "./actors.ts";
import { expect } from "./browser.ts";
import { signIn } from "./sign-in.ts";
import { heading } from "./visitor.ts";

/** Opens the dashboard as that user, with the user's team chosen, from the next navigation on. */
export const enterAs = async (page: Page, { session, teamId }: ActingPerson): Promise<void> => {
  await page.addInitScript(
    ([token, team]) => {
      localStorage.setItem("token", token!);
      localStorage.setItem("teamId", team!);
    },
    [session, teamId],
  );
};

/** Signs the holder of a key in, without the screens of signing in; takes effect at the next navigation. */
export const enterWithKey = async (page: Page, url: string, account: PrivateKeyAccount): Promise<void> => {
  const auth = await signIn(url, account);
  await openBlank(page, url);
  await page.evaluate((tokens) => {
    localStorage.setItem("token", tokens.accessToken);
    localStorage.setItem("authData", JSON.stringify(tokens));
  }, auth);
};

/** The same for a new user. Tests of the sign-in, or of later wallet requests, sign in on the screens instead. */
export const enterAsNewUser = (page: Page, url: string): Promise<void> =>
  enterWithKey(page, url, privateKeyToAccount(generatePrivateKey()));

/** The same, and opens the overview: from then on the browser knows the user and the teams. */
export const reopenPage = async (page: Page, url: string): Promise<void> => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/overview`);
  await expect(heading(page, /^Overview/)).toBeVisible();
};

/** A page of the dashboard's address, whose storage it shares, but of nothing that must be loaded or drawn. */
export const openBlank = async (page: Page, url: string): Promise<void> => {
  const address = `${url}/blank`;
  const body = `<link rel="icon" href="data:,">`;
  await page.route(address, (route) => route.fulfill({ contentType: "text/html", body }), { times: 1 });
  await page.goto(address);
};
