import { generateKeyPairSync } from "node:crypto";
import { JsonRpcProvider, Network } from "ethers";
import { SignJWT } from "jose";
import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { edgesOf, gapBetween } from "../../support/browser/layout.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { enterRpcTeam } from "../../support/browser/rpc-screens.ts";
import { rpc, rpcTeam } from "../../support/chains/rpc-team.ts";
import { goWithin, isLoaded } from "../../support/browser/screens.ts";
import { memberOfTeam } from "../../support/browser/team-screens.ts";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud({ EVM_BLOCK_MS: "20" });
});

test("a key is created, used by a client, shown in metrics and requests, tried, restricted, reset and deleted", async ({
  page,
}) => {
  await enterRpcTeam(page, cloud);
  await page.goto(`${cloud.url}/rpc`);
  await expect(page.getByText("No keys yet")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByRole("button", { name: "Create RPC key" }).first().click();
  const form = page.getByRole("dialog", { name: "Create RPC key" });
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("Name is required.")).toBeVisible();
  await form.getByLabel("Name").fill("shop");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "shop", level: 1 })).toBeVisible();

  const address = await addressOn(page);
  const network = new Network("polygon", 137);
  const client = new JsonRpcProvider(address, network, { staticNetwork: network });
  expect(await client.getBlockNumber()).toBeGreaterThan(0);
  client.destroy();
  await tab(page, "Requests");
  await expect(page.getByRole("row", { name: /eth_blockNumber.*Polygon.*Success.*5/ })).toBeVisible();
  await tab(page, "Usage");
  await expect(page.getByRole("list", { name: "Requests by method" })).toContainText("eth_blockNumber");
  await expect(page.locator(".fh-tile", { hasText: "Compute units" }).locator("strong")).toHaveText("5");
  expect(await complaintsAbout(page)).toEqual([]);

  await tab(page, "Console");
  await chooseMethod(page, "eth_getBalance");
  await page.getByRole("button", { name: "Send" }).click();
  const answer = page.getByRole("region", { name: "Response" });
  await expect(answer).toContainText("HTTP 200");
  await expect(answer).toContainText("15 compute units");
  await expect(answer).toContainText("In decimal: 0");
  await page.getByLabel("Parameters").fill('{"to": "0x1"}');
  await expect(page.getByText("Parameters must be a JSON array.")).toBeVisible();

  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await tab(page, "Allowlist");
  await page.getByLabel("Methods").fill("call");
  await expect(page.getByText("call is not a method")).toBeVisible();
  await page.getByLabel("Methods").fill("eth_chainId\n");
  await save(page, "Allowlist");
  await expect.poll(async () => (await rpc(address, "eth_blockNumber")).body.error?.code).toBe(-32_601);
  await page.getByRole("link", { name: "View endpoints and usage" }).click();
  await tab(page, "Console");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(answer).toContainText("This key's allowlist does not include this method.");
  await expect(answer).toContainText("0 compute units");
  await tab(page, "Requests");
  await page.getByRole("combobox", { name: "Result", exact: true }).selectOption("Errors");
  await expect(page.getByRole("row", { name: /Error -32601/ }).first()).toContainText("Settings › Allowlist");
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByLabel("Search by method").fill("eth_call");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByLabel("Search by method").fill("BLOCKnumber");
  await page.getByRole("combobox", { name: "Result", exact: true }).selectOption("Refused by Freehold");
  await page.getByRole("combobox", { name: "Time", exact: true }).selectOption("Past 15 minutes");
  await page
    .getByRole("row", { name: /Error -32601/ })
    .first()
    .click();
  const opened = page.getByRole("dialog", { name: "eth_blockNumber" });
  await expect(opened).toContainText("NOT_ON_ALLOWLIST");
  await expect(opened.getByLabel("parameters", { exact: true })).toHaveText("[]");
  expect(await complaintsAbout(page)).toEqual([]);
  await opened.getByRole("button", { name: "Close" }).last().click();
  await expect(opened).toBeHidden();

  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("button", { name: "Reset key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await page.getByRole("link", { name: "View new URLs" }).click();
  await expect(page.getByText("The previous key still works")).toBeVisible();
  const renewed = await addressOn(page);
  expect(renewed).not.toBe(address);
  for (const url of [address, renewed]) expect((await rpc(url, "eth_chainId")).body.result, url).toBe("0x89");

  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("button", { name: "Delete key" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("shop");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No keys yet")).toBeVisible();
  await expect.poll(async () => (await rpc(renewed, "eth_chainId")).status).toBe(401);
});

test("a key requires tokens of a public key, slows down at its cap, is renamed and disabled", async ({ page }) => {
  const team = await enterRpcTeam(page, cloud);
  const { id, userKey } = await team.newKey("FREE", "server");
  const url = team.url(userKey);
  await page.goto(`${cloud.url}/rpc/settings/server/${id}?tab=security`);
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  await page.getByRole("button", { name: "Add public key" }).click();
  const form = page.getByRole("dialog", { name: "Add public key" });
  await form.getByLabel("Name").fill("shop server");
  await form.getByLabel("Public key").fill(privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form.getByText("This is a private key.")).toBeVisible();
  await form.getByLabel("Public key").fill(publicKey.export({ type: "spki", format: "pem" }).toString());
  await form.getByRole("button", { name: "Add" }).click();
  await expect(page.getByRole("row", { name: /shop server/ })).toBeVisible();
  await page.getByText("Require a token").click();
  await expect.poll(async () => (await rpc(url, "eth_chainId")).status).toBe(401);
  expect(await complaintsAbout(page)).toEqual([]);

  await goWithin(page, `/rpc/detail/server/${id}?tab=console`);
  const answer = page.getByRole("region", { name: "Response" });
  await page.getByRole("button", { name: "Send" }).click();
  await expect(answer).toContainText("Settings › Security");
  const token = await new SignJWT().setProtectedHeader({ alg: "EdDSA" }).setExpirationTime("1h").sign(privateKey);
  await page.getByLabel("JSON web token").fill(token);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(answer).toContainText("HTTP 200");

  await goWithin(page, `/rpc/settings/server/${id}?tab=limits`);
  await page.getByLabel("Compute units per day").fill("5");
  await page.getByRole("radio", { name: "Slow down" }).check({ force: true });
  await save(page, "Daily cap");
  await expect(page.getByText(/^\d+ of 5 compute units used today\.$/)).toBeVisible();

  await goWithin(page, `/rpc/settings/server/${id}`);
  await page.getByLabel("Name").fill("shop / 2");
  await page.getByRole("switch", { name: "Active" }).uncheck({ force: true });
  await save(page, "General");
  await expect(page.getByRole("heading", { name: "shop / 2 settings" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/rpc/settings/shop%20%2F%202/${id}`));
  await expect.poll(async () => (await rpc(url, "eth_chainId")).status).toBe(403);
});

test("several keys are selected and deleted at once", async ({ page }) => {
  const team = await enterRpcTeam(page, cloud);
  await team.newKey("VIP", "kept");
  for (const name of ["first", "second"]) await team.newKey("VIP", name);
  const [figures, units] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/stat/overview?**", (route) => figures.promise.then(() => route.continue()));
  await page.route("**/team/usage**", (route) => units.promise.then(() => route.continue()));
  await page.goto(`${cloud.url}/rpc`);
  const table = page.getByRole("table");
  const { top } = await edgesOf(table.filter({ hasText: "first" }));
  figures.resolve();
  await expect(page.getByText("Success rate")).toBeVisible();
  // What a user points at stays there when the figures above it arrive, one after the other.
  expect((await edgesOf(table)).top).toBe(top);
  units.resolve();
  await expect(page.getByText(/^of .+ compute units$/)).toBeVisible();
  expect((await edgesOf(table)).top).toBe(top);
  for (const name of ["first", "second"])
    await page.getByRole("row", { name }).getByRole("checkbox", { name: "Select row" }).check();
  const bar = page.getByRole("group", { name: "Selected rows" });
  await expect(bar).toContainText("2 RPC keys selected");
  expect(await gapBetween(table, bar)).toBeGreaterThan(0);
  expect(await complaintsAbout(page)).toEqual([]);
  await bar.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByLabel("Type delete to confirm").fill("delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete 2 RPC keys" }).click();
  await expect(page.getByRole("row", { name: /first|second/ })).toHaveCount(0);
  await expect(page.getByRole("row", { name: "kept" })).toBeVisible();
});

test("a trial account has no key: the screen shows why, and links to account activation", async ({ page }) => {
  const { url } = await testCloud({}, { newcomers: true });
  await enterAsNewUser(page, url);
  await page.goto(`${url}/rpc`);
  await expect(page.getByText("Activate it to use RPC keys.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create RPC key" })).toHaveCount(0);
  await page.getByRole("button", { name: "Activate now" }).click();
  await expect(page.getByRole("dialog", { name: "Activate your account" })).toBeVisible();
});

test("a free key without compute units, and a paid one without LAND, show what is missing", async ({ page }) => {
  const team = await enterRpcTeam(page, cloud, 0, 0n);
  const { userKey } = await team.newKey("FREE", "shop");
  expect((await rpc(team.url(userKey), "eth_chainId")).body.error?.code).toBe(-32_005);
  await page.goto(`${cloud.url}/rpc`);
  await expect(page.getByText("Your package includes no compute units")).toBeVisible();
  await page.getByRole("button", { name: "Create RPC key" }).click();
  const form = page.getByRole("dialog", { name: "Create RPC key" });
  await expect(form.getByText("Your team already has a free key.")).toBeVisible();
  await form.getByLabel("Name").fill("paid");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(
    page
      .getByRole("dialog")
      .getByText(/deposit/i)
      .last(),
  ).toBeVisible();
});

test("a read-only member sees metrics and requests, but neither the key nor a console, and saves nothing", async ({
  page,
}) => {
  const team = await rpcTeam(cloud);
  const { id, userKey } = await team.newKey("FREE", "shop");
  await rpc(team.url(userKey), "eth_chainId");
  await memberOfTeam(cloud.url, page, { access: ["RPC"], levels: { RPC: "read" } }, team);
  await page.goto(`${cloud.url}/rpc/detail/shop/${id}`);
  await expect(page.getByText("Only members who can manage RPC see the key.")).toBeVisible();
  await expect(page.getByLabel("curl example", { exact: true })).toContainText("/v1/polygon/mainnet/<key>");
  await expect(page.getByRole("tab")).toHaveText(["Overview", "Usage", "Requests"]);
  await tab(page, "Requests");
  await expect(page.getByRole("row", { name: /eth_chainId/ })).toBeVisible();
  await goWithin(page, "/rpc");
  await expect(page.getByRole("row", { name: /shop/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create RPC key" })).toHaveCount(0);
  expect(await page.content()).not.toContain(userKey);
});

test("the screens of a key fit a phone, in dark mode too", async ({ openProfile }) => {
  const profile = await openProfile({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  const page = await profile.newPage();
  const team = await enterRpcTeam(page, cloud);
  const name = "a key whose name has all forty letters!!";
  const { id, userKey } = await team.newKey("VIP", name);
  await rpc(team.url(userKey), "eth_getWork");
  await page.goto(`${cloud.url}/rpc`);
  const [detail, settings] = ["detail", "settings"].map((kind) => `/rpc/${kind}/${encodeURIComponent(name)}/${id}`);
  const tabs = (path: string, keys: readonly string[]) => keys.map((key) => `${path}?tab=${key}`);
  for (const path of [
    ...tabs("/rpc", ["keys", "usage", "endpoints"]),
    ...tabs(detail!, ["overview", "usage", "requests", "console"]),
    ...tabs(settings!, ["general", "security", "allowlist", "limits"]),
  ]) {
    await goWithin(page, path);
    await isLoaded(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    expect(await complaintsAbout(page), path).toEqual([]);
  }
});

/** Returns the first chain's URL with the key, once it is revealed. */
const addressOn = async (page: Page): Promise<string> => {
  await expect(page.getByLabel("curl example", { exact: true })).toContainText("••••••");
  await page.getByRole("button", { name: "Show key" }).click();
  const text = await page.getByLabel("curl example", { exact: true }).textContent();
  return /'(http[^']+)'/.exec(text ?? "")![1]!;
};

const tab = (page: Page, name: string): Promise<void> => page.getByRole("tab", { name, exact: true }).click();

const chooseMethod = async (page: Page, method: string): Promise<void> => {
  await page.getByRole("combobox", { name: "Method" }).fill(method);
  await page.keyboard.press("Enter");
};

const save = async (page: Page, card: string): Promise<void> => {
  const section = page
    .locator("section.fh-card")
    .filter({ has: page.getByRole("heading", { name: card, exact: true }) });
  await section.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true }).last()).toBeVisible();
};
