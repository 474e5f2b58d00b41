/** The menu in the side drawer. */
import type { Page } from "playwright";
import { expect } from "./browser.ts";

export const sections = (page: Page) => page.getByRole("navigation", { name: "Sections" });

/** Opens all groups, so that every entry is visible. */
export const openGroups = async (page: Page): Promise<void> => {
  await expect(sections(page)).toBeVisible();
  const closed = sections(page).getByRole("button", { expanded: false });
  while ((await closed.count()) > 0) await closed.first().click();
};

/** Opens a screen by its entry, after its group. Of entries with the same name, the first. */
export const chooseEntry = async (page: Page, name: string): Promise<void> => {
  await openGroups(page);
  await sections(page).getByRole("link", { name, exact: true }).first().click();
};
