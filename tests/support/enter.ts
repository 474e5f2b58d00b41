import type { Page } from "playwright";
import type { PrivateKeyAccount } from "viem/accounts";
import type { ActingPerson } from "./actors.ts";
import { signIn } from "./sign-in.ts";

/** Opens the dashboard as that person, with the person's team chosen, from the next navigation on. */
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
  await page.goto(`${url}/login`);
  await page.evaluate((tokens) => {
    localStorage.setItem("token", tokens.accessToken);
    localStorage.setItem("authData", JSON.stringify(tokens));
  }, auth);
};
