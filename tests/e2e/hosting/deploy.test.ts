import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Page } from "playwright";
import { beforeAll, describe } from "vitest";
import { ZipFile } from "yazl";
import { errors } from "../../../resources/declare/errors.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { dropFiles } from "../../support/browser/drop.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { ask } from "../../support/server/http.ts";
import { heading, stateOf, visitSite } from "../../support/account/visitor.ts";

const buildMs = 180_000;

let url: string;
let port: number;
beforeAll(async () => ({ url, port } = await testCloud()));

describe("deploying files", () => {
  test("a folder with subfolders is live on its host name, with its not-found page", async ({ page }) => {
    await enterAsNewUser(page, url);
    await page.goto(`${url}/hosting/new`);
    const folder = await folderOf({
      "index.html": "<h1>Meadow</h1><script src='js/bee.js'></script>",
      "js/bee.js": "document.title = 'bee'",
      "404.html": "<h1>No such path</h1>",
    });
    await page.getByLabel(/: folder$/).setInputFiles(folder);
    await nameAndDeploy(page, "meadow");
    const site = await visitSite(page);
    await expect(site.getByRole("heading")).toHaveText("Meadow");
    await expect(site).toHaveTitle("bee");
    expect(new URL(site.url()).hostname).toBe("meadow.localhost");
    expect((await site.goto(`${new URL(site.url()).origin}/nowhere`))!.status()).toBe(404);
    await expect(site.getByRole("heading")).toHaveText("No such path");
  });

  test("a dropped zip is unpacked, and dropping again on the project publishes the next version", async ({ page }) => {
    await enterAsNewUser(page, url);
    await page.goto(`${url}/hosting/new`);
    await dropFiles(page, { "orchard.zip": await zipOf({ "index.html": "<h1>Apples</h1>" }) });
    await nameAndDeploy(page, "orchard");
    await expect((await visitSite(page)).getByRole("heading")).toHaveText("Apples");

    await page.getByRole("link", { name: "View project" }).click();
    await expect(heading(page, "orchard")).toBeVisible();
    await dropFiles(page, { "index.html": "<h1>Pears</h1>" });
    await page.getByRole("button", { name: "Deploy", exact: true }).click();
    await expect(stateOf(page)).toHaveText("Live", { timeout: buildMs });
    await expect((await visitSite(page)).getByRole("heading")).toHaveText("Pears");
  });

  test("a zip whose paths leave its folder is refused with a message, and nothing is published", async ({ page }) => {
    await enterAsNewUser(page, url);
    await page.goto(`${url}/hosting/new`);
    const honest = await zipOf({ "aaa/index.html": "<h1>Escape</h1>" });
    const escaping = Buffer.from(honest.toString("latin1").replaceAll("aaa/index.html", "../index1.html"), "latin1");
    await dropFiles(page, { "escape.zip": escaping });
    await page.getByLabel("Name", { exact: true }).fill("escape");
    await page.getByRole("button", { name: "Deploy", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText(errors.UPLOAD_PATH.message, { timeout: buildMs });
    expect((await frontPage("escape")).status).toBe(404);
  });
});

test("the failing sample shows its error in the log and leaves the live site unchanged", async ({ page }) => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/hosting/new`);
  await page.getByText("Repository", { exact: true }).click();
  await page.getByRole("radio", { name: /failing-build/ }).check({ force: true });
  const ownCommand = page.getByLabel("Build command");
  await expect(ownCommand).toHaveValue("npm run build");
  await ownCommand.fill("mkdir dist && echo 'Open until six' > dist/index.html");
  await nameAndDeploy(page, "bakery");
  expect((await frontPage("bakery")).body.toString()).toBe("Open until six\n");

  await page.getByRole("link", { name: "View project" }).click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Build command").fill("npm run build");
  await page
    .locator("form")
    .filter({ has: page.getByLabel("Build command") })
    .getByRole("button", { name: "Save" })
    .click();
  await expect(page.getByText("Saved", { exact: true }).last()).toBeVisible();
  await page.getByRole("button", { name: "Deploy", exact: true }).click();

  await expect(stateOf(page)).toHaveText("Failed", { timeout: buildMs });
  await expect(page.getByRole("alert")).toContainText("This deployment did not go live");
  await expect(page.getByRole("region", { name: "Build log" })).toContainText("src/total.js");
  expect((await frontPage("bakery")).body.toString()).toBe("Open until six\n");
});

test("each log line is shown exactly once and in order after a reload in the middle of the build", async ({ page }) => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/hosting/new`);
  await page.getByText("Repository", { exact: true }).click();
  await page.getByRole("radio", { name: /static-site/ }).check({ force: true });
  await page.getByLabel("Build command").fill("for i in 1 2 3 4 5 6; do echo line $i of six; sleep 0.5; done");
  await page.getByLabel("Name", { exact: true }).fill("clock");
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  const log = page.getByRole("region", { name: "Build log" });
  await expect(log).toContainText("line 2 of six", { timeout: buildMs });
  await page.reload();
  await expect(log).toContainText("line 6 of six", { timeout: buildMs });
  expect((await log.innerText()).match(/line \d of six$/gm)).toEqual(
    [1, 2, 3, 4, 5, 6].map((line) => `line ${line} of six`),
  );
});

const frontPage = (name: string) => ask(port, `${name}.localhost`, "/");

const nameAndDeploy = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(stateOf(page)).toHaveText("Live", { timeout: buildMs });
};

const folderOf = async (files: Record<string, string>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-site-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
};

const zipOf = async (files: Record<string, string>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream);
};
