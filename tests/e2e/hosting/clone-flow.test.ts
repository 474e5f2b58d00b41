/** Prefilled New project links, for signed-out users. */
import { beforeAll, describe } from "vitest";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { serveGit } from "../../support/git/git-server.ts";
import { ask } from "../../support/server/http.ts";
import { answerDevWallet, heading, stateOf, visitSite } from "../../support/account/visitor.ts";

const deployMs = 120_000;

let url: string;
let port: number;
let git: Awaited<ReturnType<typeof serveGit>>;
beforeAll(async () => {
  git = await serveGit();
  ({ url, port } = await testCloud({ GIT_PRIVATE_HOSTS: git.host }));
});

describe("a link with a template or a repository", () => {
  const template = "/hosting/new?type=clone-flow&template=links";

  test("opens New project prefilled without login; Deploy asks to sign in and returns with all input", async ({
    page,
  }) => {
    await page.goto(url + template);
    await expect(heading(page, "New project")).toBeVisible();
    await expect(page.getByRole("radiogroup", { name: "Source" })).toHaveCount(0);
    await page.getByLabel("Your name").fill("Grace Hopper");
    await page.getByLabel("Name", { exact: true }).fill("grace");
    await page.getByRole("button", { name: "Sign in and deploy" }).click();
    await page.getByRole("button", { name: /Dev wallet/ }).click();
    await answerDevWallet(page, "Connect");
    await answerDevWallet(page, "Sign");
    await page.waitForURL("**/hosting/build/grace/**", { timeout: deployMs });
    await expect(stateOf(page)).toHaveText("Live", { timeout: deployMs });
    await expect((await visitSite(page)).getByRole("heading", { level: 1 })).toHaveText("Grace Hopper");
    expect((await ask(port, "localhost", "/deploy-button.svg")).headers["content-type"]).toContain("image/svg+xml");
    // The link was deployed once, so it starts over.
    await page.goto(url + template);
    await expect(page.getByLabel("Your name")).toHaveValue("");
    await expect(page.getByRole("button", { name: "Deploy", exact: true })).toBeVisible();
  });

  test("a public repository is built with the values entered before signing in", async ({ page }) => {
    const remote = await git.create("notes");
    await remote.commit({ "README.md": "notes" });
    const address = encodeURIComponent(remote.url);
    await page.goto(`${url}/hosting/new?type=clone-flow&repository=${address}`);
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("notes");
    await page.getByLabel("Build command").fill('mkdir out && echo "$GREETING" > out/index.html');
    await page.getByLabel("Output directory").fill("out");
    await page.getByRole("button", { name: "Add variable" }).click();
    await page.getByLabel("Variable 1 name").fill("GREETING");
    await page.getByLabel("Variable 1 value").fill("Good evening");
    await page.getByRole("button", { name: "Sign in and deploy" }).click();
    await page.getByRole("button", { name: /Dev wallet/ }).click();
    await answerDevWallet(page, "Connect");
    await answerDevWallet(page, "Sign");
    await page.waitForURL("**/hosting/build/notes/**", { timeout: deployMs });
    await expect(stateOf(page)).toHaveText("Live", { timeout: deployMs });
    expect((await ask(port, "notes.localhost", "/")).body.toString()).toBe("Good evening\n");
  });

  test("closing the sign-in dialog stays on the form, and nothing is deployed later without asking", async ({
    page,
  }) => {
    await page.goto(url + template);
    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("button", { name: "Sign in and deploy" }).click();
    await expect(page.getByRole("button", { name: /Dev wallet/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("Your name")).toHaveValue("Ada");
    await enterAsNewUser(page, url);
    await page.goto(url + template);
    await expect(page.getByLabel("Your name")).toHaveValue("Ada");
    await expect(page.getByRole("button", { name: "Deploy", exact: true })).toBeEnabled();
    await expect(page).toHaveURL(/clone-flow/);
  });

  test("opens nothing else: other screens redirect to the start page, and every call needs a token", async ({
    page,
  }) => {
    for (const path of ["/hosting/new", "/hosting/new?type=other", "/hosting/projects?type=clone-flow"]) {
      await page.goto(url + path);
      await page.waitForURL(`${url}/`);
    }
    await page.goto(`${url}/hosting/new?type=clone-flow&template=no-such`);
    await expect(page.getByText("Template not found")).toBeVisible();
    expect((await ask(port, "localhost", "/api/hosting/project/v3/list?page=1&size=10")).status).toBe(401);
  });
});
