/** Each source of a new project except Git hosts, in a real browser; input is never lost. */
import type { Page } from "playwright";
import { beforeAll, describe } from "vitest";
import { frameworks } from "../../../resources/hosting/builds/frameworks.ts";
import { messages } from "../../../resources/declare/messages.ts";
import { messages as hostingMessages } from "../../../src/cloud/hosting/deployments/messages.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { dropFiles } from "../../support/browser/drop.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { serveGit } from "../../support/git/git-server.ts";
import { ask } from "../../support/server/http.ts";
import { stateOf, visitSite } from "../../support/account/visitor.ts";

const deployMs = 120_000;
const elsewhere = "bafybeibdsi225ugbkmpbdohnxioyab6jsqrmkts3twhpvfnzp77xtzpyhe";

let url: string;
let port: number;
let git: Awaited<ReturnType<typeof serveGit>>;
beforeAll(async () => {
  git = await serveGit();
  ({ url, port } = await testCloud({ GIT_PRIVATE_HOSTS: git.host }));
});

describe("the sources", () => {
  test("are kept in the URL and show what this server supports: other platforms are shown as not configured", async ({
    page,
  }) => {
    await enterAsNewUser(page, url);
    await page.goto(`${url}/hosting/new`);
    await expect(way(page, "Folder or zip")).toBeChecked();
    await way(page, "IPFS content").check({ force: true });
    await expect(page).toHaveURL(/\?from=hash$/);
    await page.reload();
    await expect(way(page, "IPFS content")).toBeChecked();
    await way(page, "IPFS content").focus();
    await page.keyboard.press("ArrowLeft");
    await expect(page).toHaveURL(/\?from=template$/);

    await page.goto(`${url}/hosting/new?from=upload`);
    const platforms = page.getByRole("radiogroup", { name: "Platform" });
    await expect(platforms.getByRole("radio", { name: "IPFS/Filecoin" })).toBeChecked();
    for (const name of ["BNB Greenfield", "Internet Computer (IC)"]) {
      await expect(platforms.getByRole("radio", { name })).toBeDisabled();
      await expect(platforms.getByRole("radio", { name })).toHaveAccessibleDescription(/^Unavailable/);
    }
    await expect(platforms.getByRole("radio", { name: "Arweave (AR)" })).toBeEnabled();
  });

  test("a site with client-side routes is created with its rewrite switch on", async ({ page }) => {
    await enterAsNewUser(page, url);
    await page.goto(`${url}/hosting/new?from=upload`);
    await dropFiles(page, { "index.html": "<h1>Routes</h1>" });
    await expect(
      page
        .getByRole("term")
        .filter({ hasText: /^Source$/ })
        .locator("+ dd"),
    ).toHaveText("1 file, 15 B");
    await page.getByRole("switch", { name: /Rewrite/ }).check();
    await deployAs(page, "routes");
    const answer = await ask(port, "routes.localhost", "/any/path", { headers: { accept: "text/html" } });
    expect([answer.status, answer.body.toString()]).toEqual([200, "<h1>Routes</h1>"]);
  });
});

describe("a name", () => {
  test("that is taken is reported while typing, and the site gets exactly the address shown", async ({ page }) => {
    await enterAsNewUser(page, url);
    await page.goto(`${url}/hosting/new?from=upload`);
    await dropFiles(page, { "index.html": "<h1>First</h1>" });
    await deployAs(page, "harbor");
    await page.goto(`${url}/hosting/new?from=upload`);
    await dropFiles(page, { "index.html": "<h1>Second</h1>" });
    await name(page, "harbor");
    await expect(page.getByText(hostingMessages.nameTaken("harbor"))).toBeVisible();
    await page.getByRole("button", { name: "Use harbor-2" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("harbor-2");
    await expect(page.getByText(hostingMessages.nameTaken("harbor"))).toBeHidden();
    await page.getByRole("button", { name: "Deploy", exact: true }).click();
    await expect(stateOf(page)).toHaveText("Live", { timeout: deployMs });
    expect((await ask(port, "harbor-2.localhost", "/")).body.toString()).toBe("<h1>Second</h1>");
  });
});

describe("from a hash", () => {
  test("content stored on this server becomes a site of the team; a gateway's link is accepted, and missing content is reported", async ({
    openProfile,
  }) => {
    const theirs = await (await openProfile()).newPage();
    await enterAsNewUser(theirs, url);
    await theirs.goto(`${url}/hosting/new?from=upload`);
    await dropFiles(theirs, { "index.html": "<h1>Borrowed</h1>" });
    await deployAs(theirs, "lender");
    const cid = await cidOf(theirs, "lender");

    const page = await (await openProfile()).newPage();
    await enterAsNewUser(page, url);
    await page.goto(`${url}/hosting/new?from=hash`);
    const field = page.getByLabel("Hash", { exact: true }).and(page.getByRole("textbox"));
    await field.fill("/ipfs/nothing");
    await expect(page.getByText("Enter /ipfs/bafy…")).toBeVisible();
    await field.fill(`/ipfs/${elsewhere}`);
    await name(page, "borrower");
    await page.getByRole("button", { name: "Deploy", exact: true }).click();
    await expect(page.getByText(hostingMessages.notHeld(`/ipfs/${elsewhere}`))).toBeVisible();

    await field.fill(`https://gateway.example.com/ipfs/${cid}?filename=x`);
    await expect(field).toHaveValue(`/ipfs/${cid}`);
    await page.getByRole("button", { name: "Deploy", exact: true }).click();
    await expect(stateOf(page)).toHaveText("Live", { timeout: deployMs });
    await expect((await visitSite(page)).getByRole("heading")).toHaveText("Borrowed");
  });
});

describe("from a template", () => {
  test("its form has text, textarea, switch and table fields, and the values appear on the site", async ({ page }) => {
    await enterAsNewUser(page, url);
    await page.goto(`${url}/hosting/new?from=template`);
    await page.getByRole("radio", { name: "Event" }).check({ force: true });
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("event");

    await page.getByRole("button", { name: "Deploy", exact: true }).click();
    const title = page.getByLabel("Title", { exact: true });
    await expect(title).toBeFocused();
    await expect(page.getByRole("alert").filter({ hasText: messages.fieldRequired })).toHaveCount(2);

    await title.fill("Bees & <b>Honey</b>");
    await page.getByLabel("Starts").fill("2031-06-01 10:00");
    await page.getByLabel("About").fill("Bring a jar.\n<script>document.title = 'taken over'</script>");
    await page.getByRole("switch", { name: "Show countdown" }).uncheck();

    const cell = (row: number, column: string) => page.getByLabel(`Program ${row}: ${column}`);
    await cell(3, "What").press("Enter");
    await expect(cell(4, "Time")).toBeFocused();
    await page.keyboard.type("09:00");
    await cell(4, "What").fill("Smoke the hive");
    for (let row = 4; row > 1; row -= 1) await page.keyboard.press("Alt+ArrowUp");
    await expect(cell(1, "What")).toBeFocused();
    await expect(cell(1, "What")).toHaveValue("Smoke the hive");
    await page.getByRole("button", { name: "Remove row 2" }).first().click();
    await expect(cell(2, "What")).toHaveValue("First set");
    await page.getByRole("button", { name: "Move row 2 down" }).first().click();
    await expect(cell(3, "What")).toHaveValue("First set");

    await deployAs(page, "bees");
    const site = await visitSite(page);
    await expect(site.getByRole("heading", { level: 1 })).toHaveText("Bees & <b>Honey</b>");
    await expect(site).toHaveTitle("Bees & <b>Honey</b>");
    await expect(site.getByText("Bring a jar.")).toBeVisible();
    await expect(site.getByRole("table").getByRole("rowheader")).toHaveText([
      "Smoke the hive",
      "Second set",
      "First set",
    ]);
    await expect(site.getByText(/In \d+ days/)).toHaveCount(0);
  });

  test("the values survive switching to another template and a reload", async ({ page }) => {
    await enterAsNewUser(page, url);
    await page.goto(`${url}/hosting/new?from=template`);
    const choose = (name: string) => page.getByRole("radio", { name }).check({ force: true });
    const images = page.locator('main img[src^="/templates/"]');
    await expect(images).toHaveCount(4);
    await expect
      .poll(() => images.evaluateAll((all: HTMLImageElement[]) => all.map((image) => image.naturalWidth > 0)))
      .toEqual([true, true, true, true]);
    await choose("Paper");
    await page.getByLabel("Title", { exact: true }).fill("On Ledgers");
    await choose("Launch");
    await page.getByLabel("Headline").fill("Light for all");
    await choose("Paper");
    await expect(page.getByLabel("Title", { exact: true })).toHaveValue("On Ledgers");
    await page.reload();
    await expect(page.getByLabel("Title", { exact: true })).toHaveValue("On Ledgers");
    // A suggested name is removed with its source.
    await way(page, "IPFS content").check({ force: true });
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
    await way(page, "Template").check({ force: true });
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("paper");
    // Back at once, before the address has changed.
    const template = await way(page, "Template").elementHandle();
    await way(page, "IPFS content").evaluate((other: HTMLElement, back) => {
      other.click();
      (back as HTMLElement).click();
    }, template);
    await page.waitForURL(/from=template/);
    await expect(way(page, "Template")).toBeChecked();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("paper");
  });
});

describe("a repository's build", () => {
  test("a .env file pasted into a name fills the rows, values masked until shown", async ({ page }) => {
    await enterAsNewUser(page, url);
    await page.goto(`${url}/hosting/new?from=repository`);
    await page.getByRole("radio", { name: /vite-react/ }).check({ force: true });
    await expect(page.getByText("Variables starting with VITE_ are also included in the public site")).toBeVisible();
    await page.getByRole("button", { name: "Add variable" }).click();
    await pasteInto(page, "Variable 1 name", 'VITE_TITLE="Spring sale"\n# a note\nexport API_KEY=s3cret\n');
    await expect(page.getByLabel("Variable 1 name")).toHaveValue("VITE_TITLE");
    const secret = page.getByLabel("Variable 2 value");
    await expect(secret).toHaveValue("s3cret");
    await expect(secret).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Show value" }).nth(1).click();
    await expect(secret).toHaveAttribute("type", "text");
  });

  test("detected settings are marked, and another framework, found by typing, sets the commands", async ({ page }) => {
    await enterAsNewUser(page, url);
    await page.goto(`${url}/hosting/new?from=repository`);
    await page.getByRole("radio", { name: /static-site/ }).check({ force: true });
    const framework = page.getByRole("combobox", { name: "Framework" });
    const chosen = page.locator(".fh-field", { has: framework }).locator(".ant-select-selection-item");
    await expect(chosen).toContainText("Other");
    await chosen.click();
    const first = page.locator(".ant-select-item-option").first();
    await expect(first).toContainText("Detected");
    await expect(first).toContainText("Other");
    await framework.fill("elev");
    await page.keyboard.press("Enter");
    await expect(chosen).toContainText("Eleventy");
    await expect(page.getByLabel("Build command")).toHaveValue("npx @11ty/eleventy");
    await expect(page.getByLabel("Output directory")).toHaveValue("_site");
    const { website, demo, description } = frameworks.find(({ slug }) => slug === "eleventy")!;
    await expect(page.getByText(description)).toBeVisible();
    await expect(page.getByRole("link", { name: "Eleventy website" })).toHaveAttribute("href", website!);
    await expect(page.getByRole("link", { name: "Eleventy demo sites" })).toHaveAttribute("href", demo!);
    await chosen.click();
    await page.keyboard.press("Escape");
    await expect(chosen).toContainText("Eleventy");
    await expect(page.getByLabel("Install command")).toHaveAttribute("placeholder", /lockfile/);
  });
});

const way = (page: Page, title: string) =>
  page.getByRole("radiogroup", { name: "Source" }).getByRole("radio", { name: title });

const name = (page: Page, text: string): Promise<void> => page.getByLabel("Name", { exact: true }).fill(text);

const deployAs = async (page: Page, text: string): Promise<void> => {
  await name(page, text);
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(stateOf(page)).toHaveText("Live", { timeout: deployMs });
};

/** Returns the CID from a project's entry in the user's list. */
const cidOf = (page: Page, projectName: string): Promise<string> =>
  page.evaluate(async (wanted) => {
    const headers = { authorization: localStorage.getItem("token")! };
    const answer = await fetch("/api/hosting/project/v3/list?page=1&size=10", { headers });
    const { data } = (await answer.json()) as { data: { items: { name: string; hash: string }[] } };
    return data.items.find((project) => project.name === wanted)!.hash;
  }, projectName);

const pasteInto = (page: Page, label: string, text: string): Promise<void> =>
  page.getByLabel(label).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
