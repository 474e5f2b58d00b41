/** Follows the README's walk-through step by step. With UPDATE_SCREENSHOTS=1 it takes the README's images. */
import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { findBrowser } from "../../../src/cloud/engines/sandbox/programs.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { patience } from "../../support/patience.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { cloneAs } from "../../support/git/git-client.ts";
import { answerDevWallet, heading, makeAuthToken, stateOf, visitSite } from "../../support/account/visitor.ts";
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../../docs/images");
const imageBytesMax = 200_000;
const isTaking = process.env["UPDATE_SCREENSHOTS"] === "1";

/** Server settings for screenshots: its addresses are those of the README. */
const screenshotSettings = (): Record<string, string> => (isTaking ? { PORT: "4040" } : {});

/** Writes docs/images/<name>.png. Throws if the file is too large for a page. */
const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  if (!isTaking) return;
  await expect(page.locator(".fh-skeleton")).toHaveCount(0);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: "disabled" });
  const { size } = await stat(path);
  if (size > imageBytesMax) throw new Error(`${name}.png has ${size} bytes, ${imageBytesMax} at most.`);
};

const buildMs = 300_000;

let url: string;
beforeAll(async () => ({ url } = await testCloud({ SITE_SCREENSHOTS: "auto", ...screenshotSettings() })));

test("a user with a wallet deploys the Vite + React sample, watches the build, opens the site, and a git push deploys again", async ({
  page,
}) => {
  await signIn(page);

  await page.goto(`${url}/hosting/new`);
  await page.getByText("Repository", { exact: true }).click();
  await page.getByRole("radio", { name: /vite-react/ }).check({ force: true });
  await expect(page.getByLabel("Build command")).toHaveValue(/build/);
  await page.getByLabel("Name", { exact: true }).fill("garden");
  await page.getByRole("button", { name: "Deploy", exact: true }).click();

  await page.waitForURL("**/hosting/build/garden/**");
  const log = page.getByRole("region", { name: "Build log" });
  await expect(log).toContainText("npm run build", { timeout: buildMs });
  await expect(stateOf(page)).toHaveText("Live", { timeout: buildMs });
  await takeScreenshot(page, "build");

  const first = await visitSite(page);
  await expect(first.getByRole("heading", { level: 1 })).toHaveText("It grew from a push.");
  expect(new URL(first.url()).hostname).toBe("garden.localhost");
  await first.close();
  await page.getByRole("link", { name: "View project" }).click();
  await expect(heading(page, "garden")).toBeVisible();
  await expect(page.getByRole("main").getByText("Live", { exact: true }).first()).toBeVisible();
  if (await findBrowser()) await expectScreenshot(page);
  await takeScreenshot(page, "project");

  const token = await makeAuthToken(page, "laptop");
  await page.goBack();
  const commands = (await page.getByLabel("push commands").first().textContent())!;
  const copy = await cloneAs(/http\S+\.git/.exec(commands)![0], token);
  await copy.edit("src/greeting.js", "It grew from a push.", "A second spring.");
  expect(await copy.push("Welcome the second spring")).toMatch(/main -> main/);

  const row = page.getByRole("row", { name: /Welcome the second spring/ });
  await expect(row).toContainText("Live", { timeout: buildMs });
  await expect(page.getByRole("row", { name: /First commit/ })).not.toContainText("Live");
  await expect(row).toContainText(/\d+s/);
  await takeScreenshot(page, "pushed");
  const second = await visitSite(page);
  await expect(second.getByRole("heading", { level: 1 })).toHaveText("A second spring.");
});

/** The page that the site's script draws is in it: an empty one has one color. */
const expectScreenshot = async (page: Page): Promise<void> => {
  const screenshot = page.getByRole("main").locator("img[src^='data:image/webp']");
  await expect(screenshot).toHaveCSS("opacity", "1", patience);
  const seen = await screenshot.evaluate((image: HTMLImageElement) => {
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = new OffscreenCanvas(width, height).getContext("2d")!;
    context.drawImage(image, 0, 0);
    const colors = new Set(new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)).size;
    return { width, height, colors };
  });
  expect(seen).toEqual({ width: 800, height: 500, colors: expect.any(Number) });
  expect(seen.colors).toBeGreaterThan(20);
};

const signIn = async (page: Page): Promise<void> => {
  await page.goto(url);
  await expect(heading(page, /Your own web3 cloud/)).toBeVisible();
  await expect(page.getByText("No deployments yet.")).toBeVisible();
  await takeScreenshot(page, "landing");
  await page.getByRole("link", { name: "Sign in with your wallet" }).first().click();
  await page.getByRole("button", { name: /Dev wallet/ }).click();
  await answerDevWallet(page, "Connect");
  await expect(page.getByRole("dialog", { name: /Sign this message/ })).toBeVisible();
  await takeScreenshot(page, "sign-in");
  await answerDevWallet(page, "Sign");
  await page.waitForURL(`${url}/overview`);
};
