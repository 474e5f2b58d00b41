/** Changes the session and drafts stored in a browser. */
import type { Page } from "playwright";
import type { AuthData } from "../../../resources/account/session.ts";
import type { Team } from "../../../resources/account/teams/teams.ts";
import { expect } from "./browser.ts";

const readStored = async <T>(page: Page, key: string): Promise<T> =>
  JSON.parse((await page.evaluate((name) => localStorage.getItem(name), key)) ?? "null") as T;

const writeStored = (page: Page, key: string, value: unknown): Promise<void> =>
  page.evaluate(([name, text]) => localStorage.setItem(name!, text!), [key, JSON.stringify(value)]);

export const storedTokens = (page: Page): Promise<AuthData> => readStored(page, "authData");
export const storedTeams = (page: Page): Promise<Team[]> => readStored(page, "teamList");

/** Sets the tokens' remaining lifetime. Takes effect at the next load, or through another tab. */
export const leaveTokenMs = async (page: Page, leftMs: number): Promise<void> =>
  writeStored(page, "authData", { ...(await storedTokens(page)), accessTokenExpireAt: Date.now() + leftMs });

/** Replaces a joined team's token with an invalid one that expires soon. */
export const leaveTeamTokenMs = async (page: Page, teamId: string, leftMs: number): Promise<void> => {
  const payload = btoa(JSON.stringify({ exp: Math.floor((Date.now() + leftMs) / 1000) }));
  const teams = (await storedTeams(page)).map((team) =>
    team.teamId === teamId ? { ...team, token: `e30.${payload}.spoiled` } : team,
  );
  await writeStored(page, "teamList", teams);
};

/** Returns the id of the user to whom a token belongs. */
export const userIdIn = (token: string): string =>
  (JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as { sub: string }).sub;

/** Signs in with existing tokens and selects a team. */
export const enterWith = async (page: Page, url: string, auth: AuthData, teams: readonly Team[], teamId: string) => {
  await page.goto(`${url}/docs`);
  await writeStored(page, "authData", auth);
  await writeStored(page, "teamList", teams);
  await page.evaluate(
    ([token, team]) => {
      localStorage.setItem("token", token!);
      localStorage.setItem("teamId", team!);
    },
    [auth.accessToken, teamId],
  );
};

/** Opens the form for a new auth token from the current list. */
export const openTokenForm = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Create auth token" }).first().click();
  await expect(nameOfToken(page)).toBeVisible();
};

export const nameOfToken = (page: Page) => page.getByRole("dialog").getByLabel("Name");
export const createTokenButton = (page: Page) => page.getByRole("dialog").getByRole("button", { name: /^Create / });
export const createToken = (page: Page): Promise<void> => createTokenButton(page).click();
export const tokenWasCreated = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Done" }).click();
};
