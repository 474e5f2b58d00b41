/** Network failures during use: no input is lost, and nothing is done twice. */
import type { Page } from "playwright";
import { beforeAll, describe } from "vitest";
import { networkRetries, networkRetryDelayMs } from "../../../resources/limits.ts";
import { messages } from "../../../resources/declare/messages.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { chooseEntry } from "../../support/browser/menu.ts";
import {
  createToken,
  storedTokens,
  nameOfToken,
  openTokenForm,
  tokenWasCreated,
} from "../../support/browser/browser-session.ts";
import { callerOf, type Call } from "../../support/server/api.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { dropFiles } from "../../support/browser/drop.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { faultProxy, type FaultProxy } from "../../support/server/fault-proxy.ts";
import { newOwner } from "../../support/account/owner.ts";
import { heading, stateOf } from "../../support/account/visitor.ts";

const creates = /^POST \/api\/hosting\/user\/token\/new/;
const lists = /^GET \/api\/hosting\/user\/token\/list/;
const parts = /^PUT \/api\/hosting\/upload\/.*content/;
const logs = /^GET \/api\/hosting\/project\/task\/.*\/log/;
const sockets = /^GET \/socket\.io\//;
const deployMs = 120_000;

let cloud: TestCloud;
let call: Call;
beforeAll(async () => {
  cloud = await testCloud();
  call = callerOf(cloud.url);
});

/** Signs in a user over a separate proxied connection, and opens a path. */
const workingAt = async (page: Page, path: string): Promise<FaultProxy> => {
  const line = await faultProxy(cloud.port);
  await enterAsNewUser(page, line.url);
  await page.goto(line.url + path);
  return line;
};

/** Returns the names of the user's auth tokens on the server. */
const tokensOf = async (page: Page): Promise<string[]> => {
  const { accessToken: token } = await storedTokens(page);
  const { data } = (await call("GET /api/hosting/user/token/list?page=1&size=100", { token })).body;
  return (data as { items: { name: string }[] }).items.map(({ name }) => name);
};

const question = (page: Page) => page.getByRole("dialog", { name: "Network error" });

describe("in a form", () => {
  test("a lost connection loses no input, and the form is submitted exactly once when it is back", async ({ page }) => {
    const line = await workingAt(page, "/hosting/auth-tokens");
    await openTokenForm(page);
    await nameOfToken(page).fill("shed");
    line.down();
    await createToken(page);
    await expect(page.getByText(messages.cloudUnreachable)).toBeVisible();
    await expect(nameOfToken(page)).toHaveValue("shed");
    line.up();
    await tokenWasCreated(page);
    await expect(page.getByText(messages.cloudUnreachable)).toBeHidden();
    expect(await tokensOf(page)).toEqual(["shed"]);
  });

  test("a request whose answer is lost after the server has handled it has one effect", async ({ page }) => {
    const line = await workingAt(page, "/hosting/auth-tokens");
    await openTokenForm(page);
    await nameOfToken(page).fill("once");
    const lost = line.fail(creates, "lose the answer", 1);
    await createToken(page);
    await tokenWasCreated(page);
    expect(lost.times()).toBe(1);
    expect(await tokensOf(page)).toEqual(["once"]);
  });

  test("after the last retry, Retry sends the same request again with one effect, however often its answer was lost", async ({
    page,
  }) => {
    await page.clock.install();
    const line = await workingAt(page, "/hosting/auth-tokens");
    await openTokenForm(page);
    await nameOfToken(page).fill("patient");
    const lost = line.fail(creates, "lose the answer");
    await createToken(page);
    await failAllRetries(page, () => lost.times());
    await expect(question(page)).toContainText(messages.networkError);
    lost.end();
    await question(page).getByRole("button", { name: "Retry" }).click();
    await tokenWasCreated(page);
    expect(await tokensOf(page)).toEqual(["patient"]);
  });

  test("without a retry the form stays, and a reload restores the draft", async ({ page }) => {
    await page.clock.install();
    const line = await workingAt(page, "/hosting/auth-tokens");
    await openTokenForm(page);
    await nameOfToken(page).fill("later");
    const lost = line.fail(creates, "drop");
    await createToken(page);
    await failAllRetries(page, () => lost.times());
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await expect(nameOfToken(page)).toHaveValue("later");
    await page.reload();
    await openTokenForm(page);
    await expect(nameOfToken(page)).toHaveValue("later");
    expect(await tokensOf(page)).toEqual([]);
  });

  test("a gateway's error page becomes a message, and the form stays", async ({ page }) => {
    const line = await workingAt(page, "/hosting/auth-tokens");
    await openTokenForm(page);
    await nameOfToken(page).fill("gate");
    const gateway = line.fail(creates, "bad gateway", 1);
    await createToken(page);
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("502 error");
    expect(gateway.times()).toBe(1);
    await createToken(page);
    await tokenWasCreated(page);
    expect(await tokensOf(page)).toEqual(["gate"]);
  });
});

test("network error: final failure prompts with a Retry button that reloads", async ({ page }) => {
  await page.clock.install();
  const line = await workingAt(page, "/overview");
  await expect(heading(page, /Overview/)).toBeVisible();
  const gone = line.fail(lists, "drop");
  await chooseEntry(page, "Auth tokens");
  await failAllRetries(page, () => gone.times());
  await expect(question(page)).toContainText(messages.networkError);
  gone.end();
  const reloaded = page.waitForEvent("load");
  await question(page).getByRole("button", { name: "Retry" }).click();
  await reloaded;
  await expect(page.getByText("No tokens yet")).toBeVisible();
});

test("an answer that breaks off in the middle of its body is requested again", async ({ page }) => {
  const line = await workingAt(page, "/overview");
  await expect(heading(page, /Overview/)).toBeVisible();
  const cut = line.fail(lists, "cut the answer", 1);
  await chooseEntry(page, "Auth tokens");
  await expect(page.getByText("No tokens yet")).toBeVisible();
  expect(cut.times()).toBe(1);
});

test("an upload cut by the network resumes automatically, and the site's CID is that of its files", async ({
  page,
}) => {
  const line = await workingAt(page, "/hosting/new");
  const files = { "index.html": "<h1>Meadow</h1>", "field.txt": "barley and oats\n".repeat(40_000) };
  await dropFiles(page, files);
  await page.getByLabel("Name", { exact: true }).fill("meadow");
  const cut = line.fail(parts, "cut the request", 2);
  const lost = line.fail(parts, "lose the answer", 1);
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(stateOf(page)).toHaveText("Live", { timeout: deployMs });
  expect(cut.times()).toBe(2);
  expect(lost.times()).toBe(1);
  const { accessToken: token } = await storedTokens(page);
  const { data } = (await call("GET /api/hosting/project/v3/list?page=1&size=10", { token })).body;
  const { items } = data as { items: { id: string; name: string }[] };
  expect(items.map(({ name }) => name)).toEqual(["meadow"]);
  expect(await cidOf(token, items[0]!.id)).toBe(await cidOfTheSame(files));
});

test("a connection lost during a build log: each line is shown once, in order", async ({ page }) => {
  const line = await workingAt(page, "/hosting/new");
  await page.getByText("Repository", { exact: true }).click();
  await page.getByRole("radio", { name: /static-site/ }).check({ force: true });
  await page.getByLabel("Build command").fill("for i in $(seq 1 20); do echo line $i of twenty; sleep 0.4; done");
  await page.getByLabel("Name", { exact: true }).fill("clock");
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  const log = page.getByRole("region", { name: "Build log" });
  await expect(log).toContainText("line 3 of twenty", { timeout: deployMs });
  await expect.poll(() => line.sockets()).toBe(1);
  const cut = line.fail(logs, "cut the answer", 1);
  line.breakSockets();
  await expect(log).toContainText("line 8 of twenty", { timeout: deployMs });
  line.down();
  await expect.poll(() => line.sockets()).toBe(0);
  line.up();
  await expect(log).toContainText("line 20 of twenty", { timeout: deployMs });
  expect(cut.times()).toBe(1);
  expect((await log.innerText()).match(/line \d+ of twenty$/gm)).toEqual(
    Array.from({ length: 20 }, (_, index) => `line ${index + 1} of twenty`),
  );
});

test("a lost socket reconnects, and missed events are fetched", async ({ page }) => {
  const line = await workingAt(page, "/hosting/projects");
  await expect(page.getByText("No projects yet")).toBeVisible();
  await expect.poll(() => line.sockets()).toBe(1);
  const deaf = line.fail(sockets, "drop");
  line.breakSockets();
  await expect.poll(deaf.times).toBeGreaterThan(0);
  const { accessToken: token } = await storedTokens(page);
  const body = { name: "brook", platform: "IPFS", deployType: "UPLOAD" };
  expect((await call("POST /api/hosting/project", { token, body })).status).toBe(200);
  deaf.end();
  await expect(page.getByRole("row", { name: /brook/ })).toBeVisible();
});

/** Skips each wait between retries as soon as the page starts it, until the page asks the user. */
const failAllRetries = async (page: Page, attempts: () => number): Promise<void> => {
  await expect(page.getByText(messages.cloudUnreachable)).toBeVisible();
  const isAsked = async (): Promise<boolean> => {
    await page.clock.fastForward(networkRetryDelayMs * networkRetries);
    return question(page).isVisible();
  };
  await expect.poll(isAsked, { intervals: [50] }).toBe(true);
  expect(attempts()).toBeGreaterThan(networkRetries);
};

/** Root CID of a project's live site. */
const cidOf = async (token: string, projectId: string): Promise<string> =>
  ((await call(`GET /api/hosting/project/${projectId}`, { token })).body.data as { hash: string }).hash;

/** Returns the CID of the same files, deployed by a script over a stable connection. */
const cidOfTheSame = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const owner = await newOwner(cloud.url);
  return cidOf(owner.token, await owner.site("twin", files));
};
