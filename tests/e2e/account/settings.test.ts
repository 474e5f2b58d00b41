import type { Page } from "playwright";
import { beforeAll, describe } from "vitest";
import { complaintsInBothThemes } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { ask } from "../../support/server/http.ts";
import { choose } from "../../support/browser/select.ts";
import { repositorySite } from "../../support/git/repository-site.ts";
import { heading, stateOf } from "../../support/account/visitor.ts";

const buildMs = 120_000;

let url: string;
let port: number;
beforeAll(async () => ({ url, port } = await testCloud()));

const shownAt = async (name: string, path = "/") => {
  const { status, body } = await ask(port, `${name}.localhost`, path);
  return { status, text: body.toString() };
};

const openTab = async (page: Page, path: string, sub: string): Promise<void> => {
  await page.goto(`${url}${path}?tab=settings&sub=${sub}`);
  await expect(page.getByRole("tabpanel").last()).toBeVisible();
};

const save = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true }).last()).toBeVisible();
  // An earlier "Saved" may still show: only a card without changes has a disabled button that isn't busy.
  await expect(page.locator("button:disabled:not([aria-busy=true])", { hasText: /^Save$/ }).first()).toBeVisible();
};

const deploy = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await page.waitForURL("**/hosting/build/**");
  await expect(stateOf(page)).toHaveText("Live", { timeout: buildMs });
};

describe("project settings", () => {
  test("saved General settings and environment variables apply from the next deployment on", async ({ page }) => {
    await enterAsNewUser(page, url);
    const files = { "index.html": "as it is", "web/index.html": "from the folder" };
    const { path } = await repositorySite(page, url, "general", files);
    await openTab(page, path, "general");
    await page.getByLabel("Root directory").fill("web");
    await page
      .getByLabel("Build command")
      .fill('mkdir out && echo "$GREETING from $(pwd | xargs basename)" > out/index.html');
    await page.getByLabel("Output directory").fill("../x");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("in the repository");
    await page.getByLabel("Output directory").fill("out");
    await save(page);
    expect(await shownAt("general")).toEqual({ status: 200, text: "as it is" });

    await page.getByRole("tab", { name: "Environment variables" }).click();
    expect(new URL(page.url()).searchParams.get("sub")).toBe("environment_variables");
    await page.getByRole("button", { name: "Add variable" }).click();
    await page.getByLabel("Variable 1 name").fill("GREETING");
    await page.getByLabel("Variable 1 value").fill("Hello");
    await page.getByRole("button", { name: "Add variable" }).click();
    await page.getByLabel("Variable 2 name").fill("GREETING");
    await page.getByLabel("Variable 2 value").fill("Hi");
    await expect(page.getByRole("alert")).toHaveText("This name is already used above.");
    await page.getByLabel("Variable 1 environment").selectOption("Production");
    await page.getByLabel("Variable 2 environment").selectOption("Preview");
    await save(page);
    await page.reload();
    await expect(page.getByLabel("Variable 1 name")).toHaveValue("GREETING");
    await expect(page.getByLabel("Variable 2 environment")).toHaveValue("preview");

    await deploy(page);
    expect((await shownAt("general")).text).toBe("Hello from web\n");
  });

  test("unsaved changes are confirmed before another tab discards them", async ({ page }) => {
    await enterAsNewUser(page, url);
    const { path } = await repositorySite(page, url, "typed", { "index.html": "x" });
    await openTab(page, path, "general");
    await page.getByLabel("Build command").fill("make");
    await page.getByRole("tab", { name: "Git" }).click();
    const question = page.getByRole("dialog", { name: "Discard changes?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(page.getByLabel("Build command")).toHaveValue("make");
    await page.getByRole("tab", { name: "Git" }).click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page.getByRole("heading", { name: "Deploy hooks", exact: true })).toBeVisible();
  });

  test("the branch chosen under Git applies from the next deployment on", async ({ page }) => {
    await enterAsNewUser(page, url);
    const site = await repositorySite(page, url, "branchy", { "index.html": "main" }, { previews: false });
    await site.push({ "index.html": "next" }, { branch: "next" });
    await openTab(page, site.path, "git");
    await choose(page, "Branch", "next");
    await save(page);
    await page.getByLabel("Deploy on push").click();
    await expect(page.getByLabel("Branch previews")).toBeDisabled();
    await deploy(page);
    expect((await shownAt("branchy")).text).toBe("next");
    await site.push({ "index.html": "not deployed" }, { branch: "next" });
    const { items } = await site.ask<{ items: unknown[] }>(`GET /api/hosting/project/task/${site.projectId}/list`);
    expect(items).toHaveLength(2);
  });

  test("a deploy hook's address is shown once; a plain POST to it deploys", async ({ page }) => {
    await enterAsNewUser(page, url);
    const site = await repositorySite(page, url, "hooked", { "index.html": "before" }, { hookSwitch: false });
    await site.push({ "index.html": "after" });
    await openTab(page, site.path, "git");
    await page.getByRole("button", { name: "Create deploy hook" }).click();
    const submit = page.getByRole("dialog").getByRole("button", { name: "Create deploy hook" });
    await submit.click();
    await expect(page.getByRole("alert")).toHaveText("Name is required.");
    await page.getByLabel("Name", { exact: true }).fill("Newsroom");
    await submit.click();
    const address = (await page.getByText(/\/api\/hosting\/hook\//).textContent())!;
    await page.getByRole("button", { name: "Done" }).click();
    const hook = page.getByRole("table", { name: "Deploy hooks" }).getByRole("row", { name: /Newsroom/ });
    await expect(hook).toContainText("Never");

    const answer = (await (await fetch(address, { method: "POST" })).json()) as { data: { taskId: string } };
    await site.isReady(answer.data.taskId);
    expect((await shownAt("hooked")).text).toBe("after");
    await page.reload();
    await expect(hook).not.toContainText("Never");
    await hook.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete deploy hook" }).click();
    await expect(page.getByText("No deploy hooks yet")).toBeVisible();
    expect((await fetch(address, { method: "POST" })).status).toBe(404);
  });

  test("rewrite and directory listing apply to the live site at once", async ({ page }) => {
    await enterAsNewUser(page, url);
    const files = { "index.html": "the app", "papers/one.txt": "1" };
    const { path } = await repositorySite(page, url, "served", files);
    expect((await shownAt("served", "/papers/")).status).toBe(404);
    await openTab(page, path, "advanced");
    await page.getByLabel("Directory listing").click();
    await expect(page.getByText("Saved", { exact: true }).last()).toBeVisible();
    expect((await shownAt("served", "/papers/")).text).toContain("one.txt");
    await page.getByLabel("Rewrite").click();
    await expect(page.getByText("Saved", { exact: true }).last()).toBeVisible();
    await expect(page.getByLabel("Rewrite")).toBeChecked();
    await expect(page.getByLabel("Rewrite")).toBeEnabled();
    expect(await shownAt("served", "/a/route")).toEqual({ status: 200, text: "the app" });
  });

  test("a project is deleted by typing its name", async ({ page }) => {
    await enterAsNewUser(page, url);
    const { path } = await repositorySite(page, url, "goner", { "index.html": "bye" });
    await openTab(page, path, "advanced");
    await page.getByRole("button", { name: "Delete project" }).click();
    const question = page.getByRole("dialog", { name: "Delete" });
    await question.getByRole("textbox").fill("gone");
    await question.getByRole("button", { name: "Delete project", exact: true }).click();
    await expect(question.getByRole("alert")).toHaveText("Type goner.");
    await question.getByRole("textbox").fill("goner");
    await question.getByRole("button", { name: "Delete project", exact: true }).click();
    await page.waitForURL("**/hosting/projects");
    expect((await shownAt("goner")).status).toBe(404);
  });

  test("Git and Environment Variables: neither for hash or CLI projects", async ({ page }) => {
    await enterAsNewUser(page, url);
    const site = await repositorySite(page, url, "beside", { "index.html": "x" });
    const body = { name: "files", platform: "IPFS", deployType: "UPLOAD" };
    const { projectId } = await site.ask<{ projectId: string }>("POST /api/hosting/project", body);
    await openTab(page, `/hosting/project/files/${projectId}`, "git");
    const tabs = page.getByRole("tablist", { name: "Settings" }).getByRole("tab");
    await expect(tabs).toHaveText(["General", "Advanced"]);
    await expect(tabs.first()).toHaveAttribute("aria-selected", "true");
  });

  test("tabbed settings are an accordion on mobile, with names and contrast in both themes", async ({
    openProfile,
  }) => {
    const page = await (await openProfile({ viewport: { width: 390, height: 844 } })).newPage();
    await enterAsNewUser(page, url);
    const name = "a-name-that-is-as-long-as-a-name-may-be-light";
    const site = await repositorySite(page, url, name, { "index.html": "x" });
    await site.push({ "index.html": "y" }, { branch: `feature/${"long-".repeat(12)}branch` });
    await openTab(page, site.path, "general").catch(() => undefined);
    for (const label of ["General", "Git", "Environment variables", "Advanced"]) {
      const opener = page.getByRole("button", { name: label, exact: true });
      await opener.click();
      await expect(opener).toHaveAttribute("aria-expanded", "true");
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, label).toBeLessThanOrEqual(390);
      expect(await complaintsInBothThemes(page), label).toEqual([]);
    }
    await page.getByRole("tab", { name: "Overview" }).click();
    await expect(heading(page, name)).toBeVisible();
    await expect(page.getByRole("table", { name: "Branch previews" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await complaintsInBothThemes(page)).toEqual([]);
  });
});
