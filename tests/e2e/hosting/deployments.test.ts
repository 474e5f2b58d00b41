import { text as textOf } from "node:stream/consumers";
import type { Page } from "playwright";
import { beforeAll, describe } from "vitest";
import { chosen } from "../../support/browser/select.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { ask } from "../../support/server/http.ts";
import { repositorySite } from "../../support/git/repository-site.ts";
import { heading, stateOf } from "../../support/account/visitor.ts";

const buildMs = 120_000;

let url: string;
let port: number;
// One concurrent build: the second one waits.
beforeAll(async () => ({ url, port } = await testCloud({ BUILD_CONCURRENCY: "1" })));

const frontPage = async (name: string): Promise<string> => (await ask(port, `${name}.localhost`, "/")).body.toString();
const row = (page: Page, message: string) => page.getByRole("row", { name: new RegExp(message) });
const log = (page: Page) => page.getByRole("region", { name: "Build log" });

/** Clicks an entry of a row's menu. */
const choose = async (page: Page, message: string, action: string): Promise<void> => {
  await row(page, message).getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
};

/** Confirms an action's dialog. */
const confirm = (page: Page, action: string): Promise<void> =>
  page.getByRole("dialog").getByRole("button", { name: action, exact: true }).click();

describe("deployments over all projects", () => {
  test("one is cancelled in the queue and one in the middle of its build, and the live site stays", async ({
    page,
  }) => {
    await enterAsNewUser(page, url);
    const site = await repositorySite(page, url, "mill", { "index.html": "<h1>Flour</h1>" });
    await site.ask(`PUT /api/hosting/project/${site.projectId}`, { buildCommand: "echo grinding; sleep 600" });
    await site.push({ "index.html": "<h1>Bran</h1>" }, { message: "Grind slowly" });
    await site.push({ "index.html": "<h1>Husk</h1>" }, { message: "Wait for it" });

    await page.goto(`${url}/hosting/deployments`);
    await expect(row(page, "Grind slowly")).toContainText("Building", { timeout: buildMs });
    await expect(row(page, "Wait for it")).toContainText("Next in queue");
    await choose(page, "Wait for it", "Cancel");
    await confirm(page, "Cancel");
    await expect(row(page, "Wait for it")).toContainText("Cancelled");

    await row(page, "Grind slowly").getByRole("link").click();
    await expect(log(page)).toContainText("grinding", { timeout: buildMs });
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await confirm(page, "Cancel");
    await expect(stateOf(page)).toHaveText("Cancelled", { timeout: buildMs });
    await expect(log(page)).toContainText("The deployment was cancelled. The live site is unchanged.");
    expect(await frontPage("mill")).toBe("<h1>Flour</h1>");
    const stage = page.getByRole("list", { name: "Progress" }).getByRole("listitem").filter({ hasText: "Building" });
    await expect(stage).toHaveClass(/cancelled/);
    await expect(page.getByRole("alert").filter({ hasText: "did not go live" })).toHaveCount(0);

    await page.goto(`${url}/hosting/projects`);
    await expect(row(page, "mill")).toContainText("Live");
    await expect(row(page, "mill")).toContainText("Cancelled");
  });

  test("search and filters are kept in the URL across a reload", async ({ page }) => {
    await enterAsNewUser(page, url);
    const first = await repositorySite(page, url, "larch", { "index.html": "larch" });
    await repositorySite(page, url, "maple", { "index.html": "maple" });
    // Production and the latest deployment are the same here, and share one state.
    await page.goto(`${url}/hosting/projects`);
    await expect(row(page, "larch").getByText("Live", { exact: true })).toHaveCount(2);
    await first.push({ "index.html": "again" }, { message: "Grow taller" });
    await page.goto(`${url}/hosting/deployments`);
    await expect(page.getByRole("row").filter({ hasText: "maple" })).toHaveCount(1);
    await page.getByLabel(/^Project/).selectOption({ label: "larch" });
    await expect(page.getByRole("row").filter({ hasText: "maple" })).toHaveCount(0);
    await page.getByLabel("Trigger").selectOption({ label: "Git push" });
    await page.getByLabel("State").selectOption({ label: "Ready" });
    await page.getByLabel("Branch", { exact: true }).fill("main");
    await page.getByLabel("Search by message").fill("taller");
    const address = new RegExp(`state=success.*trigger=push.*projectId=${first.projectId}.*branch=main|keyword=taller`);
    await expect(page).toHaveURL(address);
    await expect(page).toHaveURL(/keyword=taller/);
    await page.reload();
    await expect(row(page, "Grow taller")).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(2);
    await expect(page.getByLabel("Search by message")).toHaveValue("taller");
    await expect(page.getByLabel("State")).toHaveValue("success");
    await expect(page.getByLabel(/^Project/)).toHaveValue(first.projectId);
    await page.getByLabel("Search by message").fill("no such words");
    await expect(page.getByText("No results")).toBeVisible();
  });
});

describe("one deployment", () => {
  test("a rollback shows the earlier files at once, without a new build", async ({ page }) => {
    await enterAsNewUser(page, url);
    const site = await repositorySite(page, url, "tower", { "index.html": "<h1>Stone</h1>" });
    await site.push({ "index.html": "<h1>Glass</h1>" }, { message: "Build it of glass" });
    await page.goto(url + site.path);
    await expect(row(page, "Build it of glass")).toContainText("Live", { timeout: buildMs });
    expect(await frontPage("tower")).toBe("<h1>Glass</h1>");
    const before = await page.getByRole("row").count();

    await row(page, "A change").getByRole("link").click();
    await page.getByRole("button", { name: "Roll back" }).click();
    await expect(page.getByRole("dialog")).toContainText("shows these files at once, without a build");
    await confirm(page, "Roll back");
    await expect(stateOf(page)).toHaveText("Live");
    expect(await frontPage("tower")).toBe("<h1>Stone</h1>");
    await expect(log(page)).toContainText("Rolled back. The site shows these files");
    await expect(page.getByRole("button", { name: "Roll back" })).toBeHidden();
    await page.getByRole("link", { name: "View project" }).click();
    await expect(row(page, "A change")).toContainText("Live");
    await expect(row(page, "Build it of glass")).toContainText("Ready");
    expect(await page.getByRole("row").count()).toBe(before);
  });

  test("changes since the previous deployment are shown: commit, settings, variables by name, files", async ({
    page,
  }) => {
    await enterAsNewUser(page, url);
    const files = { "index.html": "one", "old.txt": "gone soon", "same/kept.txt": "kept" };
    const settings = { buildCommand: "true", env: [{ key: "MAP_KEY", value: "hidden-1" }] };
    const site = await repositorySite(page, url, "atlas", files, settings);
    await site.ask(`PUT /api/hosting/project/${site.projectId}`, {
      buildCommand: "rm old.txt",
      env: [
        { key: "MAP_KEY", value: "hidden-2" },
        { key: "SCALE", value: "hidden-3" },
      ],
    });
    await site.push({ "index.html": "two", "new/page.html": "new" }, { message: "Redraw the coast" });
    await page.goto(url + site.path);
    await expect(row(page, "Redraw the coast")).toContainText("Live", { timeout: buildMs });
    await row(page, "Redraw the coast").getByRole("link").click();
    await page.getByRole("tab", { name: "Changes" }).click();
    const panel = page.getByRole("tabpanel");
    await expect(panel).toContainText("1 added, 1 changed, 1 removed");
    await expect(panel.getByRole("listitem")).toHaveText([
      /^ChangedMAP_KEY$/,
      /^AddedSCALE$/,
      /^Changedindex\.html/,
      /^Addednew\/page\.html/,
      /^Removedold\.txt/,
    ]);
    await expect(panel).toContainText("Build command");
    await expect(panel).toContainText("rm old.txt");
    await expect(panel).not.toContainText("hidden");
    await page.reload();
    await expect(panel).toContainText("1 added, 1 changed, 1 removed");
    await expect(chosen(panel, "Compare with")).toContainText("A change");
  });

  test("its published files are browsed, folder by folder, text shown, other files linked", async ({ page }) => {
    await enterAsNewUser(page, url);
    const files = { "index.html": "<h1>Museum</h1>", "halls/east/label.txt": "A bronze horse", "photo.bin": "a\0b" };
    const site = await repositorySite(page, url, "museum", files);
    await page.goto(url + site.path);
    await row(page, "A change").getByRole("link").click();
    await page.getByRole("tab", { name: "Files" }).click();
    for (const name of ["halls", "east", "label.txt"]) await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByLabel("Content of halls/east/label.txt")).toHaveText("A bronze horse");
    await page.reload();
    await expect(page.getByLabel("Content of halls/east/label.txt")).toHaveText("A bronze horse");
    const [opened] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Open" }).click()]);
    await expect(opened.locator("body")).toHaveText("A bronze horse");

    await page.getByRole("link", { name: "All files" }).click();
    await page.getByRole("link", { name: "photo.bin" }).click();
    await expect(page.getByText("Not a text file")).toBeVisible();
    await expect(page.getByRole("link", { name: "Open" })).toHaveAttribute("href", /\/ipfs\/b\w+\/photo\.bin$/);
  });

  test("a long log is searched with the keyboard and downloaded as plain text", async ({ page }) => {
    await enterAsNewUser(page, url);
    const lines = 30_000;
    const site = await repositorySite(
      page,
      url,
      "ledger",
      { "index.html": "x" },
      {
        buildCommand: `seq -f 'row %.0f' 1 ${lines}; printf '\\033[31mneedle one\\033[0m\\n'; echo and a Needle two`,
      },
    );
    await page.goto(url + site.path);
    await row(page, "A change").getByRole("link").click();
    await expect(log(page)).toContainText("Needle two", { timeout: buildMs });
    await log(page).getByRole("region", { name: "Log lines" }).focus();
    await page.keyboard.press("Control+f");
    await page.keyboard.type("needle");
    const found = log(page).getByRole("search").getByRole("status");
    // The command is in the log, too.
    await expect(found).toHaveText("1 of 3");
    for (const [place, word] of [
      ["2 of 3", "needle"],
      ["3 of 3", "Needle"],
    ] as const) {
      await page.keyboard.press("Enter");
      await expect(found).toHaveText(place);
      await expect(log(page).locator("[aria-current] mark")).toHaveText(word);
    }
    await page.keyboard.press("Enter");
    await expect(found).toHaveText("1 of 3");
    await page.keyboard.press("Shift+Enter");
    await expect(found).toHaveText("3 of 3");
    await page.keyboard.press("Escape");
    await page.keyboard.type("row 15000");
    await expect(found).toHaveText("1 of 1");
    await expect(log(page)).toContainText("row 14999");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download log" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^ledger-\w{8}\.txt$/);
    const text = await textOf(await download.createReadStream());
    expect(text).toContain("\nneedle one\nand a Needle two\n");
    expect(text.match(/^row \d+$/gm)).toHaveLength(lines);
  });

  test("one that is not live can be deleted, with its page", async ({ page }) => {
    await enterAsNewUser(page, url);
    const site = await repositorySite(page, url, "barn", { "index.html": "old" });
    await site.push({ "index.html": "new" }, { message: "Paint it red" });
    await page.goto(url + site.path);
    await expect(row(page, "Paint it red")).toContainText("Live", { timeout: buildMs });
    await row(page, "Paint it red").getByRole("link").click();
    await expect(stateOf(page)).toHaveText("Live");
    await expect(page.getByRole("button", { name: "Delete" })).toBeHidden();
    await page.goBack();
    await row(page, "A change").getByRole("link").click();
    await page.getByRole("button", { name: "Delete" }).click();
    await confirm(page, "Delete deployment");
    await expect(heading(page, "barn")).toBeVisible();
    await expect(row(page, "Paint it red")).toBeVisible();
    await expect(row(page, "A change")).toBeHidden();
  });
});
