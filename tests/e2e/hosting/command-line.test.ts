import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe } from "vitest";
import { expect, test } from "../../support/browser/browser.ts";
import { chooseEntry } from "../../support/browser/menu.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { reopenPage } from "../../support/account/enter.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { heading, makeAuthToken, stateOf, visitSite } from "../../support/account/visitor.ts";

const run = promisify(execFile);
const buildMs = 60_000;

let url: string;
let folder: string;
beforeAll(async () => {
  ({ url } = await testCloud());
  folder = await mkdtemp(join(tmpdir(), "freehold-terminal-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "dist"));
  await writeFile(join(folder, "dist/index.html"), "<h1>From the terminal</h1>");
});

describe("a token created in the browser", () => {
  test("deploys with the CLI that the server provides, as described on the Auth tokens page", async ({ page }) => {
    await reopenPage(page, url);
    const token = await makeAuthToken(page, "terminal");
    const commands = page.getByLabel("Terminal commands", { exact: true });
    await expect(commands).toContainText(`curl -fsSO ${url}/cli/freehold.mjs`);
    const [download, ...rest] = (await commands.textContent())!.split("\n");
    expect(rest).toEqual([`node freehold.mjs login ${url}`, "node freehold.mjs link", "node freehold.mjs deploy dist"]);

    const env = { ...process.env, XDG_CONFIG_HOME: join(folder, "config"), FREEHOLD_TOKEN: token };
    const sh = (command: string) => run("sh", ["-c", command], { cwd: folder, env });
    await sh(download!);
    await sh(rest[0]!);
    await sh(`${rest[1]} --project fern --create`);
    const { stdout } = await sh(`${rest[2]} --message "From my laptop"`);
    expect(stdout).toMatch(/^http:\/\/fern\.localhost:\d+\n$/);

    await page.goto(`${url}/hosting/projects`);
    await page.getByRole("link", { name: "fern", exact: true }).first().click();
    await expect(heading(page, "fern")).toBeVisible();
    await expect((await visitSite(page)).getByRole("heading")).toHaveText("From the terminal");
    await page.goto(`${url}/hosting/deployments`);
    const row = page.getByRole("row").filter({ hasText: "From my laptop" });
    await expect(row).toContainText("Command line");
    await row.getByRole("link", { name: "From my laptop" }).click();
    await expect(stateOf(page)).toHaveText("Live", { timeout: buildMs });
  });

  test("deploys in continuous integration with the documented workflow, until it is deleted", async ({ page }) => {
    await reopenPage(page, url);
    const token = await makeAuthToken(page, "ci");
    await page.getByRole("radio", { name: "GitHub Actions" }).check({ force: true });
    const workflow = (await page.getByLabel("GitHub Actions commands", { exact: true }).textContent())!;
    expect(workflow).toContain(`FREEHOLD_HOST: ${url}`);
    const lines = [...workflow.matchAll(/- run: (.*)/g)].map(([, line]) => line!).slice(-2);
    const env = {
      ...process.env,
      XDG_CONFIG_HOME: join(folder, "nowhere"),
      FREEHOLD_HOST: url,
      FREEHOLD_TOKEN: token,
      MESSAGE: 'A commit; with "quotes" $(and more)',
    };
    const job = () => run("sh", ["-e", "-c", lines.join("\n")], { cwd: folder, env });
    expect((await job()).stdout).toMatch(/^http:\/\/my-site(-\d+)?\.localhost:\d+\n$/);
    await page.goto(`${url}/hosting/deployments`);
    await expect(page.getByRole("row").filter({ hasText: 'A commit; with "quotes" $(and more)' })).toBeVisible();

    await chooseEntry(page, "Auth tokens");
    // The deployments have actions too.
    await expect(page.getByRole("heading", { level: 1, name: "Auth tokens" })).toBeVisible();
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No tokens yet")).toBeVisible();
    await expect(job()).rejects.toMatchObject({ code: 3, stderr: expect.stringContaining("rejected the token") });
  });
});
