import type { Locator, Page } from "playwright";
import { beforeAll, describe } from "vitest";
import { expect, settleNever, test } from "../../support/browser/browser.ts";
import { chooseEntry } from "../../support/browser/menu.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser, reopenPage } from "../../support/account/enter.ts";
import { heading, makeAuthToken, signInWithDevWallet } from "../../support/account/visitor.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud()));

const list = "**/api/hosting/user/token/list*";
const tokens = () => `${url}/hosting/auth-tokens`;

describe("before the first script", () => {
  test("the static shell matches the real one: nothing moves when it takes over", async ({ page }) => {
    await reopenPage(page, url);
    await measureShifts(page);
    const letGo = await holdCode(page);
    await page.goto(tokens(), { waitUntil: "commit" });
    const shell = page.locator("[data-static-shell]");
    await expect(shell.getByText("Auth tokens").first()).toBeVisible();
    letGo();
    await expect(page.getByText("No tokens yet")).toBeVisible();
    await expect(shell).toHaveCount(0);
    expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.02);
  });

  test("the first list and the balance are fetched once, before their code has loaded", async ({ page }) => {
    await reopenPage(page, url);
    // Idle pages fetch lists again for missed events.
    await settleNever(page.context());
    const calls = ["/user/token/list", "/bill-consume/outlook", "/resource/team/usage"];
    const asked = calls.map(() => 0);
    const address = `${tokens()}?size=20`;
    page.on("request", (request) => {
      const index = calls.findIndex((call) => request.url().includes(call));
      // The page before asks too.
      if (index >= 0 && request.headers().referer === address) asked[index]! += 1;
    });
    const letGo = await holdCode(page);
    await page.goto(address, { waitUntil: "commit" });
    await expect.poll(() => asked).toEqual([1, 1, 1]);
    letGo();
    await expect(page.getByText("No tokens yet")).toBeVisible();
    await expect(page.getByRole("link", { name: /^Balance \$0.00/ })).toBeVisible();
    expect(asked).toEqual([1, 1, 1]);
  });
});

describe("the font", () => {
  test("sets the first text, and nothing moves", async ({ page }) => {
    await measureShifts(page);
    await page.goto(url);
    await expect(heading(page, /Your own web3 cloud/)).toBeVisible();
    expect(await loadedFonts(page)).toContain("Inter");
    expect(await page.evaluate(() => window.shifted)).toBe(0);
  });

  test("changes no text of a page that it reaches late", async ({ page }) => {
    await measureShifts(page);
    const held = Promise.withResolvers<void>();
    await page.route("**/*.woff2", (route) => held.promise.then(() => route.continue()));
    await page.goto(url, { waitUntil: "commit" });
    const title = heading(page, /Your own web3 cloud/);
    await expect(title).toBeVisible();
    // Longer than a browser waits for an optional font.
    await page.waitForTimeout(500);
    const width = await textWidth(title);
    const arrival = page.waitForResponse("**/*.woff2");
    held.resolve();
    await arrival;
    await page.waitForTimeout(500);
    expect(await textWidth(title)).toBe(width);
    expect(await page.evaluate(() => window.shifted)).toBe(0);
  });
});

describe("a second visit", () => {
  test("shows the last visit's content before the server has answered", async ({ page }) => {
    await enterAsNewUser(page, url);
    await page.goto(tokens());
    await makeAuthToken(page, "laptop");
    await expect(page.getByRole("row", { name: /laptop/ })).toBeVisible();
    await expect.poll(() => cached(page)).toContain("laptop");
    await page.route(list, () => undefined);
    await page.reload();
    await expect(page.getByRole("row", { name: /laptop/ })).toBeVisible();
    await page.unroute(list);
  });

  test("requests neither the page nor its code", async ({ openProfile }) => {
    const page = await (await openProfile({ serviceWorkers: "allow" })).newPage();
    await enterAsNewUser(page, url);
    await page.goto(tokens());
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await expect(heading(page, "Auth tokens")).toBeVisible();
    const fetched = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter((entry) => /\/assets\//.test(entry.name) && (entry as PerformanceResourceTiming).workerStart === 0)
        .map(({ name }) => name),
    );
    expect(fetched).toEqual([]);
  });
});

describe("the end of a session", () => {
  test("a 401 deletes tokens and cached answers, keeps the wallet's key, and returns to the same page", async ({
    page,
  }) => {
    await signInWithDevWallet(page, url);
    await page.goto(tokens());
    await expect.poll(() => cached(page)).toContain("auth-tokens");
    const refuse = { status: 401, json: { code: "UNAUTHORIZED", message: "Sign in to continue." } };
    await page.route(list, (route) => route.fulfill(refuse));
    await page.reload();
    await page.waitForURL("**/login");
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem("loginTo"))).toBe("/hosting/auth-tokens");
    expect(await cached(page)).toBe("[]");
    expect(await page.evaluate(() => indexedDB.databases().then((all) => all.map(({ name }) => name)))).toContain(
      "freehold-dev-wallet",
    );
  });

  test("Disconnect deletes the cached answers too", async ({ page }) => {
    await enterAsNewUser(page, url);
    await page.goto(tokens());
    await expect.poll(() => cached(page)).toContain("auth-tokens");
    await page.getByRole("button", { name: "Account", exact: true }).click();
    await page.getByRole("menuitem", { name: "Disconnect" }).click();
    await page.waitForURL("**/login");
    expect(await cached(page)).toBe("[]");
  });
});

test("form input is not discarded without asking", async ({ page }) => {
  await reopenPage(page, url);
  await chooseEntry(page, "Auth tokens");
  await page.getByRole("button", { name: "Create auth token" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("half a name");
  await page.evaluate(() => history.back());
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("half a name");
});

declare global {
  interface Window {
    shifted: number;
  }
}

/** Adds up the layout shifts of pages opened from now on. */
const measureShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) window.shifted += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
};

/** Returns the width of an element's longest line in pixels. */
const textWidth = (element: Locator): Promise<number> =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect().width;
  });

/** Returns the families of the fonts that the page has loaded. */
const loadedFonts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const fonts = await document.fonts.ready;
    return [...fonts].filter(({ status }) => status === "loaded").map(({ family }) => family);
  });

/** Holds back the application's code. Returns a function that releases it. */
const holdCode = async (page: Page): Promise<() => void> => {
  const held = Promise.withResolvers<void>();
  await page.route("**/assets/core-*.js", (route) => held.promise.then(() => route.continue()));
  return held.resolve;
};

/** Returns cached answers in the browser, as text. */
const cached = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open("freehold-cache");
        // The page must create the database with its stores, not this check.
        opening.addEventListener("upgradeneeded", () => opening.transaction!.abort());
        opening.addEventListener("error", () => resolve(""));
        opening.addEventListener("success", () => {
          const { result: database } = opening;
          if (!database.objectStoreNames.contains("answers")) return resolve("");
          const reading = database.transaction("answers").objectStore("answers").getAll();
          reading.addEventListener("success", () => {
            database.close();
            resolve(JSON.stringify(reading.result));
          });
        });
      }),
  );
