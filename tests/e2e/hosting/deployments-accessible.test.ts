import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { complaintsInBothThemes } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { repositorySite } from "../../support/git/repository-site.ts";
import { isLoaded } from "../../support/browser/screens.ts";

const buildMs = 120_000;

let url: string;
beforeAll(async () => ({ url } = await testCloud()));

const row = (page: Page) => page.getByRole("row", { name: /Say much/ });

test("names, landmarks and contrast hold on the screens of deployments in both themes, and nothing is wider than a phone", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  const name = "a-name-as-long-as-names-of-projects-may-be-light";
  const site = await repositorySite(page, url, name, { "index.html": "one", "docs/a.txt": "a", "b.bin": "\0" });
  const message = "Say much about little ".repeat(8).trim();
  await site.push({ "index.html": "two" }, { message });
  await page.goto(`${url}/hosting/deployments`);
  await expect(row(page)).toContainText("Live", { timeout: buildMs });
  await row(page).getByRole("link").click();
  await expect(page.getByRole("region", { name: "Build log" })).toContainText("The site is live");
  const at = new URL(page.url()).pathname;
  const tabs = ["", "?tab=files", "?tab=files&file=docs%2Fa.txt", "?tab=files&file=b.bin", "?tab=changes"];
  const places = ["/hosting/deployments", "/hosting/deployments?keyword=nothing", ...tabs.map((tab) => at + tab)];
  for (const place of places) {
    await page.goto(url + place);
    await isLoaded(page);
    if (place === at) await page.getByLabel("Search log").fill("site");
    expect(await complaintsInBothThemes(page), place).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
