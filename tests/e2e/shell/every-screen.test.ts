/** Rules that hold on every screen, at every size and in both themes. */
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import type { ConsoleMessage, Page, Request, Response } from "playwright";
import { beforeAll, describe } from "vitest";
import { pages, resources } from "../../../resources/index.ts";
import { complaintsInBothThemes } from "../../support/browser/accessibility.ts";
import { teamOfActors, type ActingUser } from "../../support/account/actors.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { chooseEntry, sections } from "../../support/browser/menu.ts";
import { callerOf } from "../../support/server/api.ts";
import { enterAs } from "../../support/account/enter.ts";
import { ownerWith } from "../../support/account/owner.ts";
import { s3ClientAt, type KeyPair } from "../../support/storage/s3-user.ts";
import { cutParts } from "../../support/browser/layout.ts";
import { goWithin, isLoaded } from "../../support/browser/screens.ts";
import { heading } from "../../support/account/visitor.ts";

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

let url: string;
let operator: ActingUser;
/** Screens of missing items: the browser logs their 404. */
const missing: ReadonlySet<string> = new Set([
  "/hosting/project/gone/00000000-0000-4000-8000-000000000000",
  "/bucket/storage/no-such-bucket/",
  "/no/such/page",
]);
/** A public page whose call answers 404 while it is off, as by default. */
const offByDefault = "/status";
let details: readonly string[];
beforeAll(async () => {
  const team = await teamOfActors();
  url = team.url;
  operator = team.users["operator"];
  const call = callerOf(url);
  const made = async (line: string, body: object): Promise<string> =>
    ((await call(line, { token: operator.session, body })).body.data as { id: string }).id;
  const rpcKey = await made("POST /api/rpc/rpc/manager/keys", { name: "shop", notes: "", type: "FREE" });
  const aiKey = await made("POST /api/rpc/rpc/ai/manager/keys", { name: "bot", limit: null });
  const { data, site } = ownerWith(url, operator.session);
  const storage = await data<Required<KeyPair>>("GET /api/bucket/user/sts/assume-role");
  await s3ClientAt(`${url}/s3`, storage).send(new CreateBucketCommand({ Bucket: "plain-bucket" }));
  const project = `/hosting/project/plain/${await site("plain", "<h1>Plain</h1>")}`;
  details = [
    project,
    `${project}?tab=settings`,
    "/bucket/storage/plain-bucket/",
    "/bucket/storage/plain-bucket/?tab=settings",
    `/rpc/detail/shop/${rpcKey}`,
    `/rpc/settings/shop/${rpcKey}`,
    `/ai-rpc/key/bot/${aiKey}`,
    ...waysIn,
    ...missing,
  ];
});

const declared = [
  ...resources.flatMap(({ routes }) => [routes.list, routes.create]),
  ...pages.filter(({ login }) => login !== false).map(({ path }) => path),
];
const screens: readonly string[] = declared.flatMap((path) =>
  path && !path.includes("{") ? [path.replace("*", "")] : [],
);
const waysIn = ["upload", "repository", "template", "hash"].map((source) => `/hosting/new?from=${source}`);
const publicScreens = [
  ...pages.flatMap(({ login, path }) => (login === false && !path.includes("{") ? [path] : [])),
  "/docs/adding-a-resource",
  "/hosting/new?type=clone-flow&template=event",
  "/no/such/page",
];

/** Returns the pixels that the page scrolls below the end of its content. */
const blankBelow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const bottoms = [...document.querySelectorAll("body *")]
      .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
      .filter((element) => getComputedStyle(element).clipPath === "none")
      .map((element) => element.getBoundingClientRect().bottom + scrollY);
    return document.documentElement.scrollHeight - Math.max(innerHeight, ...bottoms);
  });

/** Compares a screen's name in the menu, its heading, its last breadcrumb and the tab; returns the differences. */
const namesOf = async (page: Page): Promise<string[]> => {
  const { entry, ...names } = await page.evaluate(() => {
    const link = document.querySelector(`.fh-drawer li > [href="${location.pathname}"]`);
    const texts = [...(link?.childNodes ?? [])].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    return {
      entry: link ? texts.map(({ textContent }) => textContent).join("") : undefined,
      heading: document.querySelector("h1")?.textContent,
      breadcrumb: document.querySelector(".fh-crumbs li:last-child")?.textContent,
      tab: document.title.split(" - ")[0],
    };
  });
  if (entry === undefined) return [];
  // The others may say more: "Gateway auth tokens" is "Auth tokens" in the group Gateways.
  const isNamed = (name: string | null | undefined) => name?.toLowerCase().includes(entry.toLowerCase());
  return Object.entries(names).flatMap(([where, name]) =>
    isNamed(name) ? [] : [`the menu says “${entry}”, the ${where} “${name}”`],
  );
};

/** Noise caused by the test, by a page that is left while its socket opens, or by a busy machine that uses a preloaded style late. */
const expected =
  /blocked by Playwright|WebSocket is closed before the connection is established|preloaded using link preload but not used within a few seconds/;

/** Collects a page's console messages and failed requests. Returns a function that stops it. */
const hearNoise = (page: Page, onNoise: (noise: string) => void): (() => void) => {
  const hearMessage = (message: ConsoleMessage): void => {
    if (["error", "warning"].includes(message.type()) && !expected.test(message.text()))
      onNoise(`console: ${message.text()}`);
  };
  const hearResponse = (response: Response): void => {
    if (response.status() >= 400) onNoise(`${response.status()}: ${response.url()}`);
  };
  const hearFailure = (request: Request): void => {
    const reason = request.failure()?.errorText ?? "";
    // A page aborts unneeded requests when it is left.
    if (reason !== "net::ERR_ABORTED") onNoise(`${reason}: ${request.url()}`);
  };
  page.on("console", hearMessage).on("response", hearResponse).on("requestfailed", hearFailure);
  return () => void page.off("console", hearMessage).off("response", hearResponse).off("requestfailed", hearFailure);
};

/** Returns a screen's faults: cut parts and sizes at each width, axe's rules at the first, and its color rules in the dark theme too. */
const look = async (page: Page, path: string): Promise<string[]> => {
  const complaints: string[] = [];
  const stopHearing = hearNoise(page, (noise) => {
    if (!((missing.has(path) || path === offByDefault) && noise.includes("404"))) complaints.push(noise);
  });
  await page.setViewportSize(sizes[0]);
  // Screens of the shell are opened as by links: loading the page takes as long as all rules.
  const isWithin = (await page.locator(".fh-page-frame").count()) > 0;
  await (isWithin ? goWithin(page, path) : page.goto(url + path));
  await isLoaded(page);
  // The tab's title is set in an effect of a component beside the screen.
  await expect.poll(() => namesOf(page), { message: path }).toEqual([]);
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const part of await cutParts(page)) complaints.push(`${size.width}: “${part}” is cut`);
    const blank = await blankBelow(page);
    if (blank > 1) complaints.push(`${size.width}: ${blank} px of blank space below`);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (sideways > 0) complaints.push(`${size.width}: ${sideways} px wider than the window`);
  }
  await page.setViewportSize(sizes[0]);
  complaints.push(...(await complaintsInBothThemes(page)));
  stopHearing();
  return complaints.map((each) => `${path} ${each}`);
};

describe("no screen scrolls beyond its content, breaks an axe rule, logs an error, or makes a failing request", () => {
  test("for visitors", async ({ page }) => {
    const complaints = [];
    for (const path of publicScreens) complaints.push(...(await look(page, path)));
    expect(complaints, complaints.join("; ")).toEqual([]);
  });

  test("for operators", async ({ page }) => {
    await enterAs(page, operator);
    // The changelog's badge is in the last entry of the longest menu.
    await page.addInitScript(() => localStorage.setItem("changelogNum", "1"));
    const complaints = [];
    for (const path of [...screens, ...details]) complaints.push(...(await look(page, path)));
    expect(complaints, complaints.join("; ")).toEqual([]);
  });

  test("the menu's unread badge lengthens no page", async ({ page }) => {
    await enterAs(page, operator);
    await page.addInitScript(() => localStorage.setItem("changelogNum", "1"));
    await page.setViewportSize({ width: 1440, height: 500 });
    await page.goto(`${url}/account/config`);
    await expect(page.locator(".fh-drawer .fh-badge")).toBeAttached();
    await isLoaded(page);
    expect(await blankBelow(page)).toBeLessThanOrEqual(1);
  });
});

test("neither changing screens with several forms nor a site's host logs anything to the console", async ({ page }) => {
  const noise: string[] = [];
  hearNoise(page, (each) => noise.push(each));
  await enterAs(page, operator);
  await page.goto(`${url}/hosting/projects`);
  await page.getByRole("link", { name: "plain", exact: true }).click();
  await page.getByRole("tab", { name: "Settings", exact: true }).click();
  await isLoaded(page);
  for (const entry of ["Configurations", "Buckets"]) {
    await chooseEntry(page, entry);
    await isLoaded(page);
  }
  await page.getByRole("link", { name: "plain-bucket" }).click();
  await page.getByRole("tab", { name: "Settings", exact: true }).click();
  await isLoaded(page);
  const { port } = new URL(url);
  await page.goto(`http://plain.localhost:${port}/`);
  await expect(heading(page, "Plain")).toBeVisible();
  expect(noise).toEqual([]);
});

describe("an unknown URL keeps the shell when signed in, and offers links", () => {
  test.for([
    ["/hosting/project/gone/00000000-0000-4000-8000-000000000000", "Project not found", "Go to Projects"],
    ["/bucket/storage/no-such-bucket/", "Bucket not found", "Go to Buckets"],
    ["/no/such/page", "Page not found", "Go to overview"],
  ] as const)("%s", async ([path, title, wayOut], { page }) => {
    await enterAs(page, operator);
    await page.goto(url + path);
    await expect(heading(page, title)).toBeVisible();
    await expect(sections(page)).toBeVisible();
    await expect(page.getByRole("tab")).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: wayOut }).click();
    await expect(heading(page, title)).toBeHidden();
    await expect(page).not.toHaveURL(url + path);
  });
});
