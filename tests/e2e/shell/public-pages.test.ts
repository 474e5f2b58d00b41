import { CID } from "multiformats/cid";
import * as raw from "multiformats/codecs/raw";
import { sha256 } from "multiformats/hashes/sha2";
import { beforeAll, describe } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, separateClipboard, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { dropFiles } from "../../support/browser/drop.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { heading, stateOf } from "../../support/account/visitor.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud()));

describe("the landing page", () => {
  test("shows the true CID of the typed text: a deployed file with these bytes has the same CID", async ({ page }) => {
    const text = "<h1>Surveyed</h1>";
    const cid = CID.createV1(raw.code, await sha256.digest(new TextEncoder().encode(text))).toString();
    await page.goto(url);
    await page.getByLabel("Type a page to see its content ID").fill(text);
    await expect(page.locator("output")).toHaveText(`ipfs://${cid}`);

    await enterAsNewUser(page, url);
    await page.goto(`${url}/hosting/new`);
    await dropFiles(page, { "index.html": text });
    await page.getByLabel("Name", { exact: true }).fill("surveyed");
    await page.getByRole("button", { name: "Deploy", exact: true }).click();
    await expect(stateOf(page)).toHaveText("Live");
    expect(await (await fetch(`${url}/ipfs/${cid}`)).text()).toBe(text);
  });

  test("shows this instance's numbers, and works without them", async ({ page }) => {
    await page.goto(url);
    const register = page.getByRole("region", { name: "This instance in numbers" });
    await expect(register.getByText(/Updated just now|No deployments yet/)).toBeVisible();
    await expect(register.getByRole("definition")).toHaveCount(6);
    await page.route("**/cloud/numbers", (route) => route.abort());
    await page.reload();
    await expect(heading(page, /Your own web3 cloud/)).toBeVisible();
    await expect(register).toHaveCount(0);
  });

  test("offers the dashboard to signed-in users", async ({ page }) => {
    await enterAsNewUser(page, url);
    await page.goto(url);
    await page.getByRole("link", { name: "Open dashboard" }).first().click();
    await expect(heading(page, /Overview/)).toBeVisible();
  });

  test("makes no request to another host", async ({ page }) => {
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    await page.goto(url);
    await expect(heading(page, /Your own web3 cloud/)).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect([...hosts]).toEqual([new URL(url).host]);
  });
});

describe("the documents", () => {
  test("are listed by group with their summaries, and link to each other", async ({ page }) => {
    await page.goto(`${url}/docs`);
    await page
      .getByRole("region", { name: "Contribute" })
      .getByRole("link", { name: /Architecture/ })
      .click();
    await expect(heading(page, "Architecture")).toBeVisible();
    const sidebar = page.getByRole("navigation", { name: "All pages" });
    await expect(sidebar.getByRole("link", { name: "Architecture" })).toHaveAttribute("aria-current", "page");
    await sidebar.getByText("Decisions", { exact: true }).click();
    await sidebar.getByRole("link", { name: /One copy of the bytes/ }).click();
    await expect(heading(page, /One copy of the bytes/)).toBeVisible();
    await page.getByRole("article").getByRole("link", { name: "Back up and restore" }).click();
    await expect(heading(page, "Back up and restore")).toBeVisible();
    await page.getByRole("link", { name: /^Next/ }).click();
    await expect(heading(page, "Move to PostgreSQL and S3")).toBeVisible();
  });

  test("are found by title and by text, in a dialog with snippets and keyboard, on their home and beside a page", async ({
    page,
  }) => {
    for (const path of ["/docs", "/docs/quickstart"]) {
      await page.goto(url + path);
      await page.getByRole("button", { name: /^Search the docs/ }).click();
      const dialog = page.getByRole("dialog", { name: "Search the docs" });
      const field = dialog.getByRole("combobox", { name: "Search the docs" });
      await field.fill("web");
      await expect(dialog.getByRole("option", { name: /^Webhooks/ }).first()).toBeVisible();
      await field.fill("certificate renewal");
      const found = dialog.getByRole("option", { name: /^HTTPS/ }).first();
      await expect(found.locator("mark").first()).toHaveText(/certificate|renew/i);
      expect(await complaintsAbout(page)).toEqual([]);
      await expect(dialog.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
      await field.press("ArrowDown");
      await expect(dialog.getByRole("option").nth(1)).toHaveAttribute("aria-selected", "true");
      await field.press("Escape");
      await expect(dialog).toBeHidden();
    }
    await page.keyboard.press("/");
    const dialog = page.getByRole("dialog", { name: "Search the docs" });
    await dialog.getByRole("combobox").fill("back up and restore");
    await expect(dialog.getByRole("option").first()).toContainText("Back up and restore");
    await page.keyboard.press("Enter");
    await expect(heading(page, "Back up and restore")).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  test("have copy buttons on their code", async ({ page }) => {
    await separateClipboard(page.context());
    await page.goto(`${url}/docs/quickstart`);
    const block = page.locator("[data-code]").filter({ hasText: "git clone" });
    await block.hover();
    await block.getByRole("button", { name: "Copy" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^git clone http/);
  });

  test("are found under former names", async ({ page }) => {
    await page.goto(`${url}/docs/operations`);
    await expect(heading(page, "Settings")).toBeVisible();
    await page.goto(`${url}/docs/003-any-former-title`);
    await expect(heading(page, /One copy of the bytes/)).toBeVisible();
  });

  test("have a table of contents that leads to their headings", async ({ page }) => {
    await page.goto(`${url}/docs/adding-a-resource`);
    await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "The module" }).click();
    await expect(page.getByRole("heading", { name: "The module" })).toBeInViewport();
    await expect(page).toHaveURL(/#the-module$/);
  });

  test("an unknown document shows a message", async ({ page }) => {
    await page.goto(`${url}/docs/nonsense`);
    await expect(heading(page, "Page not found")).toBeVisible();
  });
});

describe("the API reference", () => {
  test("finds a call, describes it, and sends it as the signed-in user", async ({ page }) => {
    await enterAsNewUser(page, url);
    await page.goto(`${url}/docs/api`);
    await page.getByLabel("Find a call").fill("post token new");
    await page.getByText("/api/hosting/user/token/new").click();
    const form = page.getByRole("form", { name: /token\/new/ });
    await expect(form.getByLabel("Body")).toHaveValue(/"name": ""/);
    await form.getByRole("button", { name: "Send POST" }).click();
    await expect(form.getByRole("status")).toContainText("422");
    await form.getByLabel("Body").fill('{ "name": "from the reference" }');
    await form.getByRole("button", { name: "Send POST" }).click();
    await expect(form.getByRole("status")).toContainText("200");
    await expect(form.getByLabel("Reply")).toContainText('"token": "fh_');
    await page.goto(`${url}/hosting/auth-tokens`);
    await expect(page.getByRole("row", { name: /from the reference/ })).toBeVisible();
  });

  test("lists every call the server declares", async ({ page }) => {
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> };
    const declared = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    await page.goto(`${url}/docs/api`);
    await expect(page.locator("section details")).toHaveCount(declared);
  });
});
