import { CID } from "multiformats/cid";
import * as raw from "multiformats/codecs/raw";
import { sha256 } from "multiformats/hashes/sha2";
import { beforeAll, describe } from "vitest";
import { expect, test } from "../support/browser.ts";
import { testCloud } from "../support/cloud.ts";
import { dropFiles } from "../support/drop.ts";
import { enterAnew } from "../support/enter.ts";
import { heading, stateOf } from "../support/visitor.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud()));

describe("the landing page", () => {
  test("shows the true CID of what is typed: a deployed file of these bytes is served under it", async ({ page }) => {
    const text = "<h1>Surveyed</h1>";
    const cid = CID.createV1(raw.code, await sha256.digest(new TextEncoder().encode(text))).toString();
    await page.goto(url);
    await page.getByLabel("Write a page, and survey its plot").fill(text);
    await expect(page.locator("output")).toHaveText(`ipfs://${cid}`);

    await enterAnew(page, url);
    await page.goto(`${url}/hosting/new`);
    await dropFiles(page, { "index.html": text });
    await page.getByLabel("Name", { exact: true }).fill("surveyed");
    await page.getByRole("button", { name: "Deploy", exact: true }).click();
    await expect(stateOf(page)).toHaveText("Live");
    expect(await (await fetch(`${url}/ipfs/${cid}`)).text()).toBe(text);
  });

  test("shows this cloud's numbers, and does without them when they do not come", async ({ page }) => {
    await page.goto(url);
    const register = page.getByRole("region", { name: "On the register of this cloud" });
    await expect(register.getByText(/Counted just now|Nothing is registered yet/)).toBeVisible();
    await expect(register.getByRole("definition")).toHaveCount(6);
    await page.route("**/cloud/numbers", (route) => route.abort());
    await page.reload();
    await expect(heading(page, /Own the ground/)).toBeVisible();
    await expect(register).toHaveCount(0);
  });

  test("offers the dashboard to who is signed in", async ({ page }) => {
    await enterAnew(page, url);
    await page.goto(url);
    await page.getByRole("link", { name: "Open dashboard" }).first().click();
    await expect(heading(page, /Overview/)).toBeVisible();
  });

  test("asks no other host for anything", async ({ page }) => {
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    await page.goto(url);
    await expect(heading(page, /Own the ground/)).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect([...hosts]).toEqual([new URL(url).host]);
  });
});

describe("the documents", () => {
  test("are listed with what they are about, and link to each other", async ({ page }) => {
    await page.goto(`${url}/docs`);
    await page.getByRole("link", { name: /Architecture/ }).click();
    await expect(heading(page, "Architecture")).toBeVisible();
    await page.getByRole("link", { name: "All documents" }).click();
    await page.getByRole("link", { name: /One copy of the bytes/ }).click();
    await expect(heading(page, /One copy of the bytes/)).toBeVisible();
    await page.getByRole("article").getByRole("link", { name: "operations" }).click();
    await expect(heading(page, "Operations")).toBeVisible();
  });

  test("have a table of contents that leads to their headings", async ({ page }) => {
    await page.goto(`${url}/docs/adding-a-resource`);
    await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "The service" }).click();
    await expect(page.getByRole("heading", { name: "The service" })).toBeInViewport();
    await expect(page).toHaveURL(/#the-service$/);
  });

  test("a name that is none says so", async ({ page }) => {
    await page.goto(`${url}/docs/nonsense`);
    await expect(heading(page, "There is no such document")).toBeVisible();
  });
});

describe("the API's page", () => {
  test("finds a call, describes it, and makes it as the signed-in person", async ({ page }) => {
    await enterAnew(page, url);
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

  test("lists every call that the cloud declares", async ({ page }) => {
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> };
    const declared = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    await page.goto(`${url}/docs/api`);
    await expect(page.locator("details")).toHaveCount(declared);
  });
});
