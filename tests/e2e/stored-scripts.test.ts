/** Markup in every text that one person writes and another one sees: it is shown as text and never runs. */
import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { pages, resources } from "../../resources/index.ts";
import { accessCodes } from "../../resources/access.ts";
import { teamOfActors, type ActingPerson } from "../support/actors.ts";
import { callerOf } from "../support/api.ts";
import { expect, test } from "../support/browser.ts";
import { enterAs } from "../support/enter.ts";
import { goWithin, isDrawn } from "../support/screens.ts";

/** Runs wherever text is taken for markup, an attribute or an address. */
const markup = `"><img src=x onerror=window.ran=1><svg onload=window.ran=1>`;
const short = `<img src=x onerror=ran=1>`;

let url: string;
let people: Awaited<ReturnType<typeof teamOfActors>>["people"];
let projectId: string;
let hookedId: string;
beforeAll(async () => {
  ({ url, people } = await teamOfActors({ DEVELOPMENT_PAGES: "on" }));
  const { owner, operator } = people;
  const team = async <T>(line: string, body: object) => made<T>(owner.teamToken, line, body);
  const personal = async <T>(line: string, body: object, by = owner) => made<T>(by.session, line, body);

  await personal("PUT /api/auth/user/profile", { username: short });
  await personal("POST /api/auth/cooperation/invitations", {
    invitation: { type: "LINK", target: "", access: accessCodes, note: markup },
  });
  await personal("PUT /api/auth/team/webhook", {
    url: `https://evil.example/"${markup}`,
    events: ["member.joined"],
    active: true,
  });
  await personal(
    "POST /api/auth/operator/notices",
    { type: "NORMAL", message: markup, label: short, url: "/docs" },
    operator,
  );
  await personal("POST /api/auth/operator/notices", { type: "POPUP", message: markup, label: short }, operator);
  await team("POST /api/hosting/user/token/new", { name: short });
  const { id: repoId } = await team<{ id: string }>("POST /api/hosting/repo", { name: "code" });
  const hooked = await team<{ projectId: string }>("POST /api/hosting/project", {
    name: "hooked",
    platform: "IPFS",
    deployType: "REPOSITORY",
    repoId,
    currentBranch: "main",
  });
  await team(`POST /api/hosting/project/${hooked.projectId}/hooks`, { name: short, branch: "main" });
  hookedId = hooked.projectId;
  const files = [{ path: `${short}.html`, sizeBytes: 5 }];
  ({ projectId } = await team<{ projectId: string }>("POST /api/hosting/project", {
    name: "marked",
    platform: "IPFS",
    deployType: "UPLOAD",
    env: [{ key: "MARKUP", value: markup }],
  }));
  const { uploadId } = await team<{ uploadId: string }>("POST /api/hosting/upload", { kind: "folder", files });
  await fetch(`${url}/api/hosting/upload/${uploadId}/content?offset=0`, {
    method: "PUT",
    body: "hello",
    headers: { authorization: owner.teamToken, "content-type": "application/octet-stream" },
  });
  await team(`POST /api/hosting/project/${projectId}/build`, { uploadId, message: markup });
}, 120_000);

const made = async <T>(token: string, line: string, body: object): Promise<T> => {
  const answer = await callerOf(url)(line, { token, body });
  if (answer.status !== 200) throw new Error(`${line}: ${answer.status} ${answer.text}`);
  return answer.body.data;
};

const screens = (): string[] => [
  ...resources.flatMap(({ routes }) => (routes.list && !routes.list.includes("{") ? [routes.list] : [])),
  // The gallery shows made-up things, and placeholders for good.
  ...pages
    .filter(({ login, path, name }) => login !== false && !path.includes("{") && name !== "gallery")
    .map(({ path }) => path),
  `/hosting/project/marked/${projectId}`,
  `/hosting/project/marked/${projectId}?tab=settings&sub=environment_variables`,
  `/hosting/project/marked/${projectId}?tab=deployments`,
  `/hosting/project/hooked/${hookedId}?tab=settings&sub=git`,
  "/account/config?tab=webhook",
];

const visitAll = async (page: Page, person: ActingPerson): Promise<void> => {
  await enterAs(page, person);
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  await page.goto(`${url}/overview`);
  await isDrawn(page);
  for (const path of screens()) {
    await goWithin(page, path);
    await isDrawn(page);
    expect(await page.evaluate(() => "ran" in window), path).toBe(false);
    expect(await page.locator("img[src=x], svg[onload]").count(), path).toBe(0);
    const dialog = page.getByRole("dialog").first();
    if (await dialog.isVisible()) await page.keyboard.press("Escape");
  }
  // Pictures that fail tell so later.
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
  expect(violations).toEqual([]);
};

for (const who of ["owner", "manages", "operator"] as const) {
  test(`stored markup in every text field shown anywhere stays text on every screen: ${who}`, async ({ page }) => {
    await visitAll(page, people[who]);
  });
}
