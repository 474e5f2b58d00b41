import type { Page } from "playwright";
import type { ActingPerson } from "./actors.ts";

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
