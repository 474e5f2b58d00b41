import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { callerOf, type Call } from "../../support/server/api.ts";
import { expect, settleNever, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { heading } from "../../support/account/visitor.ts";

let url: string;
let call: Call;
beforeAll(async () => {
  ({ url } = await testCloud());
  call = callerOf(url);
});

test("the first successful deployment of a project is celebrated with 200 particles, the next one is not", async ({
  openProfile,
}) => {
  const page = await (await openProfile({ reducedMotion: "no-preference" })).newPage();
  await enterAsNewUser(page, url);
  await openProjectsAndListen(page);
  await watchForPaper(page);
  const deploy = await newProject(page);

  await deploy("one");
  await expect.poll(() => celebrations(page)).toEqual(["200"]);
  await expect(page.locator("canvas[data-celebration]")).toHaveCount(0);
  await deploy("two");
  await expect(page.locator(".fh-status").first()).toHaveText("Live");
  expect(await celebrations(page)).toEqual(["200"]);
});

test("nothing is animated with reduced motion", async ({ page }) => {
  await enterAsNewUser(page, url);
  await openProjectsAndListen(page);
  await watchForPaper(page);
  const deploy = await newProject(page);
  await deploy("calm");
  await expect(page.locator(".fh-status").first()).toHaveText("Live");
  expect(await celebrations(page)).toEqual([]);
});

test("a list includes changes between its first answer and the opening of its socket", async ({ page }) => {
  await enterAsNewUser(page, url);
  let open: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await opened;
    socket.connectToServer();
  });
  await page.goto(`${url}/hosting/projects`);
  await expect(page.getByText("No projects yet")).toBeVisible();
  const deploy = await newProject(page);
  await deploy("missed");
  open!();
  await expect(page.locator(".fh-status").first()).toHaveText("Live");
});

test("/hosting/first-landing redirects to /first-landing", async ({ page }) => {
  await page.goto(`${url}/hosting/first-landing?inviteCode=abc`);
  await page.waitForURL(`${url}/first-landing?inviteCode=abc`);
  await expect(heading(page, /./)).toBeVisible();
});

/**
 * A socket.io server's first packet after the handshake confirms the connection. The page never settles: it would load
 * the session again and reconnect with the new token, and an event in between would be missed.
 */
const openProjectsAndListen = async (page: Page): Promise<void> => {
  await settleNever(page.context());
  const connected = Promise.withResolvers<void>();
  page.on("websocket", (socket) => {
    if (!socket.url().includes("/socket.io/")) return;
    socket.on("framereceived", ({ payload }) => String(payload).startsWith("40") && connected.resolve());
  });
  await page.goto(`${url}/hosting/projects`);
  await connected.promise;
};

/** Records each celebration's canvas when it is added to the page. */
const watchForPaper = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: string[] = (window.celebrations = []);
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLCanvasElement) seen.push(node.dataset.celebration ?? "");
    }).observe(document.body, { childList: true });
  });

const celebrations = (page: Page): Promise<string[]> => page.evaluate(() => window.celebrations);

/** Creates a project by API; the returned function deploys a page to it and waits until it is live. */
const newProject = async (page: Page): Promise<(text: string) => Promise<void>> => {
  const token = (await page.evaluate(() => localStorage.getItem("token")))!;
  const post = async (line: string, body: object) =>
    (await call(line, { token, body })).body.data as Record<string, string>;
  const project = { name: "party", platform: "IPFS", deployType: "UPLOAD" };
  const { projectId } = await post("POST /api/hosting/project", project);
  return async (text) => {
    const files = [{ path: "index.html", sizeBytes: text.length }];
    const { uploadId } = await post("POST /api/hosting/upload", { kind: "folder", files });
    await fetch(`${url}/api/hosting/upload/${uploadId}/content?offset=0`, {
      method: "PUT",
      body: text,
      headers: { authorization: token, "content-type": "application/octet-stream" },
    });
    const { taskId } = await post(`POST /api/hosting/project/${projectId}/build`, { uploadId });
    const state = async () =>
      ((await call(`GET /api/hosting/project/task/object/${taskId}`, { token })).body.data as { state: string }).state;
    await expect.poll(state).toBe("success");
  };
};

declare global {
  interface Window {
    celebrations: string[];
  }
}
