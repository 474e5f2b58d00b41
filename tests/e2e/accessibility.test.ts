import { beforeAll, describe } from "vitest";
import { complaintsAbout } from "../support/accessibility.ts";
import { expect, test } from "../support/browser.ts";
import { testCloud } from "../support/cloud.ts";
import { enterAnew } from "../support/enter.ts";
import { isDrawn } from "../support/screens.ts";
import { heading } from "../support/visitor.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud()));

const given = "/hosting/new?type=clone-flow&template=event";
const forAnyone = ["/", "/login", "/docs", "/docs/adding-a-resource", "/docs/api", "/no/such/page", given];
const waysIn = ["upload", "repository", "template", "hash"].map((source) => `/hosting/new?from=${source}`);
const signedIn = ["/overview", "/hosting/projects", ...waysIn, "/hosting/auth-tokens"];

describe("names, landmarks and contrast (WCAG 2.2 AA)", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`hold on every page in ${colorScheme}`, async ({ openProfile }) => {
      const page = await (await openProfile({ colorScheme })).newPage();
      for (const path of forAnyone) {
        await page.goto(url + path);
        await isDrawn(page);
        expect(await complaintsAbout(page), path).toEqual([]);
      }
      await enterAnew(page, url);
      for (const path of signedIn) {
        await page.goto(url + path);
        await isDrawn(page);
        expect(await complaintsAbout(page), path).toEqual([]);
      }
    });
  }
});

describe("the keyboard", () => {
  test("reaches everything on the landing page in reading order, and shows where it is", async ({ page }) => {
    await page.goto(url);
    await expect(heading(page, /Own the ground/)).toBeVisible();
    await isDrawn(page);
    const stops: string[] = [];
    for (let stop = 0; stop < 7; stop += 1) {
      await page.keyboard.press("Tab");
      const focused = page.locator(":focus");
      stops.push((await focused.getAttribute("id")) ? "textarea" : (await focused.textContent())!.trim());
      expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle), stops.at(-1)).not.toBe(
        "none",
      );
    }
    expect(stops).toEqual([
      "Freehold",
      "Docs",
      "API",
      "Sign in",
      "Sign in with your wallet",
      "Read how it works",
      "textarea",
    ]);
  });

  test("skips the drawer, and a dialog keeps the focus inside and gives it back", async ({ page }) => {
    await enterAnew(page, url);
    await page.goto(`${url}/hosting/auth-tokens`);
    await expect(heading(page, "Auth Token")).toBeVisible();
    await isDrawn(page);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();

    const button = page.getByRole("button", { name: "New Auth Token" }).first();
    await button.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New Auth Token" });
    await expect(dialog.getByLabel("Name")).toBeVisible();
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press("Tab");
      const inside = await page.evaluate(
        () => document.activeElement === document.body || Boolean(document.activeElement?.closest("dialog")),
      );
      expect(inside).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  });

  test("the built-in wallet's dialog is a named dialog, and Escape declines", async ({ page }) => {
    await page.goto(`${url}/login`);
    await page.getByRole("button", { name: /Dev wallet/ }).press("Enter");
    await expect(page.getByRole("dialog", { name: /^Dev wallet/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { name: "Not signed in yet" })).toBeFocused();
  });
});

test("nothing moves for people who prefer reduced motion", async ({ page }) => {
  await page.goto(url);
  await expect(heading(page, /Own the ground/)).toBeVisible();
  await page.locator("textarea").fill("Another page");
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
  await expect.poll(moving).toBe(0);
  const plan = page.getByRole("img", { name: /Map of sixteen plots/ });
  const first = await plan.innerHTML();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await plan.innerHTML()).toBe(first);
});
