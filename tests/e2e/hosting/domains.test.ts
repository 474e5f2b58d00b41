import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { testDns, type TestDns } from "../../support/hosting/dns.ts";
import { setRecordsShown } from "../../support/browser/domain-screens.ts";
import { dropFiles } from "../../support/browser/drop.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { ask } from "../../support/server/http.ts";
import { choose } from "../../support/browser/select.ts";
import { stateOf } from "../../support/account/visitor.ts";

const buildMs = 180_000;

let url: string;
let port: number;
let dns: TestDns;
beforeAll(async () => {
  dns = await testDns();
  ({ url, port } = await testCloud({ DNS_SERVERS: dns.server, DOMAIN_IPS: "192.0.2.10" }));
});

test("a name is added with its www name, verified by the records shown, served, and redirected elsewhere", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  await deploySite(page, "orchard");

  await page.goto(`${url}/hosting/domains`);
  await expect(page.getByText("No domains yet")).toBeVisible();
  await page.getByRole("button", { name: "Add domain" }).first().click();
  const form = page.getByRole("dialog", { name: "Add domain" });
  await choose(form, "Project", "orchard");
  await form.getByRole("textbox", { name: "Domain" }).fill("not a name");
  await form.getByRole("button", { name: "Add domain" }).click();
  await expect(form.getByRole("alert")).toContainText("This domain name is invalid.");
  expect(await complaintsAbout(page)).toEqual([]);
  await form.getByRole("textbox", { name: "Domain" }).fill("Apples.Example");
  await form.getByText("www.apples.example", { exact: true }).click();
  await form.getByRole("button", { name: "Add domain" }).click();

  const setup = page.getByRole("dialog", { name: "www.apples.example and apples.example" });
  await expect(setup.getByText("This server is not publicly reachable")).toBeVisible();
  const check = setup.getByRole("button", { name: "Check now" });
  await check.click();
  await expect(setup.getByText("No TXT record found at _freehold.apples.example.").first()).toBeVisible();
  await setRecordsShown(page, dns);
  dns.zone.set("apples.example", { A: ["198.51.100.7"] });
  await check.click();
  await expect(setup.getByText("apples.example points to 198.51.100.7 instead of Freehold.").first()).toBeVisible();
  await expect(setup.getByText("www.apples.example is verified")).toBeVisible();
  dns.zone.set("apples.example", { A: ["192.0.2.10"] });
  await check.click();
  await expect(setup.getByText("Visitors are redirected to www.apples.example.")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await setup.getByRole("button", { name: "Close" }).last().click();

  await expect(page.getByRole("row", { name: /www\.apples\.example orchard Verified/ })).toBeVisible();
  expect((await at("www.apples.example")).body.toString()).toBe("<h1>Apples</h1>");
  const bare = await at("apples.example");
  expect([bare.status, bare.headers.location]).toEqual([301, "//www.apples.example/?x=1"]);

  await actOn(page, "www.apples.example", "Redirect");
  const redirect = page.getByRole("dialog", { name: "Redirect www.apples.example" });
  await redirect.getByLabel("Redirect to").fill("apples.example");
  await redirect.getByRole("button", { name: "Save" }).click();
  await expect(redirect.getByRole("alert")).toContainText("This redirect creates a loop");
  await redirect.getByLabel("Redirect to").fill("pears.example");
  await redirect.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("pears.example (302)")).toBeVisible();
  const moved = await at("www.apples.example");
  expect([moved.status, moved.headers.location]).toEqual([302, "//pears.example/?x=1"]);

  await actOn(page, "www.apples.example", "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, "www.apples.example")).toBeHidden();
  expect((await at("apples.example")).body.toString()).toBe("<h1>Apples</h1>");
});

const at = (host: string) => ask(port, host, "/?x=1");

const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

const actOn = async (page: Page, name: string, action: string): Promise<void> => {
  await rowOf(page, name).getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: action }).click();
};

const deploySite = async (page: Page, name: string): Promise<void> => {
  await page.goto(`${url}/hosting/new`);
  await dropFiles(page, { "index.html": "<h1>Apples</h1>" });
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(stateOf(page)).toHaveText("Live", { timeout: buildMs });
};
