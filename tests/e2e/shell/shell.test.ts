import type { Page } from "playwright";
import { beforeAll, describe } from "vitest";
import { palettes } from "../../../src/dashboard/ui/theme/theme.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { chooseEntry, sections } from "../../support/browser/menu.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { dropFiles } from "../../support/browser/drop.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { makeBucket, storageFiles } from "../../support/storage/storage-files.ts";
import { enterAsNewUser, reopenPage } from "../../support/account/enter.ts";
import { heading, makeAuthToken, stateOf } from "../../support/account/visitor.ts";

const buildMs = 120_000;

let url: string;
const links = {
  LINK_FEED: "https://feed.example/",
  LINK_BLOG: "https://blog.example/",
  LINK_CODE: "https://code.example/",
};
beforeAll(async () => ({ url } = await testCloud(links)));

describe("navigation", () => {
  test("the document title is the route title, then the group, then the product name", async ({ page }) => {
    await reopenPage(page, url);
    await expect(page).toHaveTitle(/^Overview - Freehold$/);
    await chooseEntry(page, "Projects");
    await expect(page).toHaveTitle("Projects - Hosting - Freehold");
    await page.goto(`${url}/hosting/new`);
    await expect(page).toHaveTitle("New project - Hosting - Freehold");
    await makeProject(page, "meadow");
    await expect(page).toHaveTitle("Deployment of meadow - Hosting - Freehold");
  });

  test("breadcrumbs lead from a deployment back to its project and to the list", async ({ page }) => {
    await enterAsNewUser(page, url);
    await makeProject(page, "hedge");
    const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
    await expect(crumbs.getByRole("listitem")).toHaveText(["Hosting", "Projects", "hedge", "Deployment of hedge"]);
    await crumbs.getByRole("link", { name: "hedge" }).click();
    await expect(heading(page, "hedge")).toBeVisible();
    await crumbs.getByRole("link", { name: "Projects" }).click();
    await expect(heading(page, "Projects")).toBeVisible();
  });

  test("each navigation shows a progress bar", async ({ page }) => {
    await reopenPage(page, url);
    await page.evaluate(() => {
      window.progressBars = 0;
      new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        window.progressBars += added.filter((node) => node instanceof Element && node.matches(".fh-navigation")).length;
      }).observe(document.body, { childList: true, subtree: true });
    });
    const shown = () => page.evaluate(() => window.progressBars);
    await chooseEntry(page, "Projects");
    await expect.poll(shown).toBeGreaterThan(0);
    const before = await shown();
    await chooseEntry(page, "Auth tokens");
    await expect.poll(shown).toBeGreaterThan(before);
  });

  test("scroll resets when the path changes", async ({ openProfile }) => {
    const page = await (await openProfile({ viewport: { width: 1000, height: 320 } })).newPage();
    await enterAsNewUser(page, url);
    await page.goto(`${url}/hosting/new`);
    await expect(heading(page, "New project")).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await chooseEntry(page, "Projects");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  test("the drawer shows the current entry when a page is opened", async ({ openProfile }) => {
    const page = await (await openProfile({ viewport: { width: 1000, height: 500 } })).newPage();
    await enterAsNewUser(page, url);
    await page.goto(`${url}/account/config`);
    const entry = sections(page).getByRole("link", { name: "Configurations" });
    await expect(entry).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test("the drawer fits 900 px and shows the entries of the current group only, a single entry as its group", async ({
    openProfile,
  }) => {
    const page = await (await openProfile({ viewport: { width: 1440, height: 900 } })).newPage();
    await enterAsNewUser(page, url);
    await page.goto(`${url}/bucket/storage`);
    await expect(sections(page).getByRole("link", { name: "Buckets" })).toHaveAttribute("aria-current", "page");
    const above = ["Overview", "Hosting", "Storage", "Buckets", "Domains", "Access keys", "AR history", "Pinning"];
    const below = ["Gateways", "RPC", "Rollups", "AI", "Billing", "Team", /^Changelog/];
    await expect(sections(page).getByRole("link")).toHaveText([...above, ...below]);
    const isCut = () => sections(page).evaluate((menu) => menu.scrollHeight > menu.clientHeight);
    expect(await isCut()).toBe(false);
    await expect(
      page.getByRole("complementary", { name: "Sidebar" }).getByRole("link", { name: /^Balance/ }),
    ).toHaveText(/\$0\.00.*% used/);
    expect(await isCut()).toBe(false);
  });

  test("a group's link opens its first page, and its button shows or hides its entries, also after a reload", async ({
    page,
  }) => {
    await reopenPage(page, url);
    const entry = (name: string) => sections(page).getByRole("link", { name, exact: true });
    const toggle = (group: string) => sections(page).getByRole("button", { name: `Pages of ${group}` });
    await entry("Gateways").click();
    await expect(heading(page, "Dedicated gateways")).toBeVisible();
    await expect(entry("IPNS manager")).toBeVisible();
    await expect(toggle("Gateways")).toHaveAttribute("aria-expanded", "true");
    await entry("Hosting").click();
    await expect(heading(page, "Projects")).toBeVisible();
    await expect(entry("IPNS manager")).toBeHidden();
    await toggle("Hosting").click();
    await toggle("Team").press("Enter");
    await expect(entry("Projects")).toBeHidden();
    await expect(entry("Hosting")).toHaveAttribute("aria-current", "true");
    await page.reload();
    await expect(entry("Members")).toBeVisible();
    await expect(entry("Projects")).toBeHidden();
    await entry("Hosting").click();
    await expect(entry("Projects")).toBeVisible();
  });

  test("an unknown URL shows a message and offers a way back", async ({ page }) => {
    await page.goto(`${url}/no/such/page`);
    await expect(heading(page, "Page not found")).toBeVisible();
    await page.getByRole("link", { name: "Go to home page" }).click();
    await expect(heading(page, /Your own web3 cloud/)).toBeVisible();
  });

  test("a page whose code can't be loaded shows an error and a reload button, and other pages work", async ({
    page,
  }) => {
    await page.goto(url);
    await expect(heading(page, /Your own web3 cloud/)).toBeVisible();
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.getByRole("link", { name: "API" }).first().click();
    await expect(heading(page, "This page couldn't load")).toBeVisible();
    await page.unroute("**/assets/*.js");
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(heading(page, "API")).toBeVisible();
  });
});

test("the switcher's footer links to the configured community pages, in new tabs", async ({ page }) => {
  await reopenPage(page, url);
  await expect(page.locator(".fh-account-links").getByRole("link")).toHaveCount(3);
  for (const [name, address] of [
    ["Social feed", links.LINK_FEED],
    ["Blog", links.LINK_BLOG],
    ["Source code", links.LINK_CODE],
  ] as const) {
    const link = page.getByRole("link", { name, exact: true });
    await expect(link).toHaveAttribute("href", address);
    await expect(link).toHaveAttribute("target", "_blank");
  }
  await expect(page.getByRole("link", { name: "Community chat" })).toHaveCount(0);
});

describe("the command palette", () => {
  test("finds every declared page, the docs, and every project by name", async ({ page }) => {
    await enterAsNewUser(page, url);
    await makeProject(page, "copse");
    await search(page, "auth tok");
    await expect(heading(page, "Auth tokens")).toBeVisible();
    await search(page, "copse");
    await expect(heading(page, "copse")).toBeVisible();
    await search(page, "new project");
    await expect(heading(page, "New project")).toBeVisible();
    await search(page, "adding a res");
    await expect(heading(page, "Adding a resource")).toBeVisible();
  });

  test("finds own objects first, by whole words: a token, a project, a bucket, a file", async ({ page }) => {
    await enterAsNewUser(page, url);
    await makeProject(page, "vite-react");
    const bucket = await makeBucket(page, url, "harvest");
    const { put } = await storageFiles(page, url, bucket);
    await put("reports/harvest-summary.txt", "Ten baskets");
    await makeAuthToken(page, "orchard laptop");
    await chooseEntry(page, "Overview");
    await search(page, "orchard");
    await expect(page).toHaveURL(`${url}/hosting/auth-tokens`);
    await search(page, "vite");
    await expect(heading(page, "vite-react")).toBeVisible();
    await search(page, bucket);
    await expect(page).toHaveURL(`${url}/bucket/storage/${bucket}/`);
    await search(page, "summary");
    await expect(page).toHaveURL(`${url}/bucket/storage/${bucket}/reports/harvest-summary.txt`);

    // The last places come first next time.
    await page.keyboard.press("Control+k");
    const recent = page.getByRole("group", { name: "Recent" }).getByRole("option");
    await expect(recent.first()).toContainText("harvest-summary.txt");
    await expect(recent).toHaveCount(4);
    expect(await complaintsAbout(page)).toEqual([]);
  });

  test("runs actions: a theme, the form of a new bucket, an invitation", async ({ page }) => {
    await reopenPage(page, url);
    await search(page, "dark");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await search(page, "create bucket");
    await expect(page.getByRole("dialog", { name: "Create bucket" })).toBeVisible();
    await page.keyboard.press("Escape");
    await search(page, "create access key");
    await expect(page.getByRole("dialog", { name: "Create access key" })).toHaveCount(1);
    await page.keyboard.press("Escape");
    await search(page, "invite");
    await expect(heading(page, "Members")).toBeVisible();
    await expect(page.getByRole("dialog")).toBeVisible();
  });

  test("shows the keyboard shortcuts on “?”, but not where text is entered", async ({ page }) => {
    await reopenPage(page, url);
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    // A key pressed before the page listens does nothing.
    await expect(async () => {
      await page.keyboard.press("Shift+?");
      await expect(sheet).toContainText("Search and actions", { timeout: 2000 });
    }).toPass();
    expect(await complaintsAbout(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await page.goto(`${url}/account/config`);
    await page.getByRole("main").getByRole("textbox").first().press("Shift+?");
    await expect(sheet).toBeHidden();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").press("Shift+?");
    await expect(sheet).toBeVisible();
  });

  test("closes with Escape and returns the focus", async ({ page }) => {
    await reopenPage(page, url);
    const button = page.getByRole("button", { name: /Search/ });
    await button.click();
    await expect(page.getByRole("combobox")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Search" })).toBeHidden();
    await expect(button).toBeFocused();
  });
});

test("light and dark follow the system until one is chosen, and the choice survives a reload", async ({
  openProfile,
}) => {
  const page = await (await openProfile({ colorScheme: "dark" })).newPage();
  await reopenPage(page, url);
  await expect(canvas(page)).toHaveCSS("background-color", rgb(palettes.dark.canvas));
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Light" }).click();
  await expect(canvas(page)).toHaveCSS("background-color", rgb(palettes.light.canvas));
  await page.reload();
  await expect(heading(page, /Overview/)).toBeVisible();
  await expect(canvas(page)).toHaveCSS("background-color", rgb(palettes.light.canvas));
});

describe("dialogs", () => {
  test("deleting a token asks first, and cancelling keeps it", async ({ page }) => {
    await reopenPage(page, url);
    await makeAuthToken(page, "old laptop");
    const row = page.getByRole("row", { name: /old laptop/ });
    const askToDelete = async () => {
      await row.getByRole("button", { name: "Actions" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      return page.getByRole("dialog", { name: "Delete" });
    };
    await (await askToDelete()).getByRole("button", { name: "Cancel" }).click();
    await expect(row).toBeVisible();
    await (await askToDelete()).getByRole("button", { name: "Delete" }).click();
    await expect(row).toBeHidden();
    await expect(page.getByText(/token deleted$/)).toBeVisible();
  });

  test("deleting a project needs its name typed, and reports a mismatch", async ({ page }) => {
    await enterAsNewUser(page, url);
    await makeProject(page, "ditch");
    await page.goto(`${url}/hosting/projects`);
    await page.getByRole("row", { name: /ditch/ }).getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete" });
    await dialog.getByRole("textbox").fill("dish");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(dialog.getByText("Type ditch.")).toBeVisible();
    await dialog.getByRole("textbox").fill("ditch");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No projects yet")).toBeVisible();
  });
});

describe("on a phone", () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  test("the drawer opens with the menu button, closes with Escape and after a choice", async ({ openProfile }) => {
    const page = await (await openProfile(phone)).newPage();
    await reopenPage(page, url);
    await expect(sections(page)).not.toBeInViewport();
    await expect(page.getByRole("link", { name: "Docs", exact: true })).toBeInViewport();
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await expect(sections(page)).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(sections(page)).not.toBeInViewport();
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await chooseEntry(page, "Projects");
    await expect(heading(page, "Projects")).toBeVisible();
    await expect(sections(page)).not.toBeInViewport();
    await page.goto(`${url}/account/config`);
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await expect(sections(page).getByRole("link", { name: "Configurations" })).toBeFocused();
    await expect(sections(page).getByRole("link", { name: "Configurations" })).toBeInViewport({ ratio: 1 });
  });

  test("no page is wider than the screen", async ({ openProfile }) => {
    const page = await (await openProfile(phone)).newPage();
    await enterAsNewUser(page, url);
    const paths = ["/", "/login", "/docs", "/docs/adding-a-resource", "/docs/api", "/overview", "/hosting/projects"];
    const waysIn = ["upload", "repository", "template", "hash"].map((source) => `/hosting/new?from=${source}`);
    const given = "/hosting/new?type=clone-flow&template=event";
    for (const path of [...paths, ...waysIn, given, "/hosting/auth-tokens"]) {
      await page.goto(url + path);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    }
  });
});

declare global {
  interface Window {
    progressBars: number;
  }
}

const search = async (page: Page, words: string): Promise<void> => {
  // The static shell, which has the heading too, does not listen.
  await expect(page.locator(".fh-assistant")).toBeAttached();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(words);
  await expect(page.getByRole("option").first()).toContainText(new RegExp(words, "i"));
  await page.keyboard.press("Enter");
};

const makeProject = async (page: Page, name: string): Promise<void> => {
  await page.goto(`${url}/hosting/new`);
  await dropFiles(page, { "index.html": `<h1>${name}</h1>` });
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(stateOf(page)).toHaveText("Live", { timeout: buildMs });
};

const canvas = (page: Page) => page.locator("html");

/** Converts "#0f120e" to a computed style's format. */
const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;
