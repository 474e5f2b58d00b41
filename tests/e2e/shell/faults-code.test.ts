/** Code chunks that fail to load. */
import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe } from "vitest";
import { chunkTimeoutMs } from "../../../resources/limits.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { enterWithKey } from "../../support/account/enter.ts";
import { newOwner } from "../../support/account/owner.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { faultProxy, type FaultProxy } from "../../support/server/fault-proxy.ts";
import { heading } from "../../support/account/visitor.ts";

const scripts = /^GET \/assets\/.*\.js/;

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud();
});

/** Opens the start page over a proxied connection. */
const atStart = async (page: Page): Promise<FaultProxy> => {
  const line = await faultProxy(cloud.port);
  await page.clock.install();
  await page.goto(line.url);
  await expect(heading(page, /Your own web3 cloud/)).toBeVisible();
  return line;
};

const openApiPage = (page: Page): Promise<void> => page.getByRole("link", { name: "API" }).first().click();

describe("a screen's code", () => {
  test("chunk load failure after 120 seconds shows as a ChunkLoadError, with a reload button", async ({ page }) => {
    const line = await atStart(page);
    const hung = line.fail(scripts, "hold");
    await openApiPage(page);
    await expect.poll(hung.times).toBeGreaterThan(0);
    await page.clock.fastForward(chunkTimeoutMs);
    await expect(heading(page, "This page couldn't load")).toBeVisible();
    await page.getByText("Details").click();
    await expect(page.getByText(/^ChunkLoadError: /)).toBeVisible();
    hung.end();
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(heading(page, "API")).toBeVisible();
  });

  test("that fails to load once is requested once more, invisibly", async ({ page }) => {
    const line = await atStart(page);
    const failed = line.fail(scripts, "drop", 1);
    await openApiPage(page);
    await expect.poll(failed.times).toBe(1);
    await expect(heading(page, "API")).toBeVisible();
  });

  test("of an outdated build is fetched by one reload", async ({ page }) => {
    const line = await atStart(page);
    // Simulates a new build: the old files are missing, and the start page names others.
    await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404 }));
    const loads: string[] = [];
    await page.route(`${line.url}/**`, async (route) => {
      const request = route.request();
      if (request.isNavigationRequest()) {
        loads.push(request.url());
        await page.unroute("**/assets/*.js");
        return route.fallback();
      }
      if (new URL(request.url()).pathname !== "/") return route.fallback();
      const response = await route.fetch();
      return route.fulfill({ response, body: (await response.text()).replaceAll("/assets/core-", "/assets/core-2-") });
    });
    await openApiPage(page);
    await expect(heading(page, "API")).toBeVisible();
    expect(loads).toEqual([`${line.url}/docs/api`]);
  });
});

test("in a tab opened before an upgrade, a build event whose code is gone causes no error, and an action says so", async ({
  page,
}) => {
  const account = privateKeyToAccount(generatePrivateKey());
  const owner = await newOwner(cloud.url, account);
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await enterWithKey(page, cloud.url, account);
  let missed = 0;
  await page.route("**/assets/live-patches-*.js", (route) => {
    missed += 1;
    return route.fulfill({ status: 404 });
  });
  // Its first packet after the handshake confirms the connection; an event before it would be missed.
  const connected = Promise.withResolvers<void>();
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => String(payload).startsWith("40") && connected.resolve()),
  );
  await page.goto(`${cloud.url}/hosting/projects`);
  await expect(page.getByText("No projects yet")).toBeVisible();
  await connected.promise;
  await owner.site("garden", "hello");
  await expect.poll(() => missed).toBeGreaterThan(0);
  await expect(page.getByRole("row", { name: /garden/ })).toBeVisible();

  await page.route("**/assets/get-test-coins-*.js", (route) => route.fulfill({ status: 404 }));
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("Get test coins");
  await page.getByRole("option", { name: "Get test coins" }).click();
  await expect(page.getByText("This couldn't load. Reload the page and try again.")).toBeVisible();
  expect(errors).toEqual([]);
});
