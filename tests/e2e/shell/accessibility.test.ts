import { beforeAll, describe } from "vitest";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { isLoaded } from "../../support/browser/screens.ts";
import { heading } from "../../support/account/visitor.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud()));

describe("the keyboard", () => {
  test("reaches everything on the landing page in reading order, with a visible focus", async ({ page }) => {
    await page.goto(url);
    await expect(heading(page, /Your own web3 cloud/)).toBeVisible();
    await isLoaded(page);
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
      "Read the docs",
      "textarea",
    ]);
  });

  test("skips the drawer, and a dialog traps the focus and returns it", async ({ page }) => {
    await enterAsNewUser(page, url);
    await page.goto(`${url}/hosting/auth-tokens`);
    await expect(heading(page, "Auth tokens")).toBeVisible();
    await isLoaded(page);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();

    const button = page.getByRole("button", { name: "Create auth token" }).first();
    await button.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Create auth token" });
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
    await expect(page.getByRole("heading", { name: "Sign-in failed" })).toBeFocused();
  });
});

test("nothing moves with reduced motion", async ({ page }) => {
  await page.goto(url);
  await expect(heading(page, /Your own web3 cloud/)).toBeVisible();
  await page.locator("textarea").fill("Another page");
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
  await expect.poll(moving).toBe(0);
  const plan = page.getByRole("img", { name: /Pattern drawn from the content ID/ });
  const first = await plan.innerHTML();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await plan.innerHTML()).toBe(first);
});
