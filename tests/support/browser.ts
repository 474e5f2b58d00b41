import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect as playwrightExpect } from "playwright/test";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright";
import { inject, test as base, type TestContext } from "vitest";
import { atFileEnd } from "./file-end.ts";

export interface BrowserFixtures {
  /** Opens a user's own browser profile: nothing is shared with other tests. */
  readonly openProfile: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** A page at 1440 × 900 in a fresh profile. */
  readonly page: Page;
}

export const noBrowser = "no Chromium on this machine: sudo apt-get install -y chromium, or set CHROMIUM";
const waitMs = 30_000;

/** Playwright's assertions, which wait until they hold. */
export const expect = playwrightExpect.configure({ timeout: waitMs });

/** A test in a real browser. Without a browser it is skipped and says what to install; a failed one leaves an image. */
export const test = base.extend<BrowserFixtures>({
  openProfile: async ({ skip, task }, use) => {
    if (!inject("browserEndpoint")) skip(noBrowser);
    const profiles: BrowserContext[] = [];
    await use(async (options) => {
      const profile = await openContext(options);
      profiles.push(profile);
      return profile;
    });
    if (task.result?.errors?.length) await saveScreenshots(task, profiles);
    await Promise.all(profiles.map(closeProfile));
  },
  page: async ({ openProfile }, use) => {
    await use(await (await openProfile()).newPage());
  },
});

/** Requests that a test's routes still hold end with the pages, which is no error of the test. */
const closeProfile = async (profile: BrowserContext): Promise<void> => {
  const routed = [profile, ...profile.pages()];
  await Promise.all(routed.map((each) => each.unrouteAll({ behavior: "ignoreErrors" })));
  await profile.close();
};

const openContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
  const context = await (
    await browser()
  ).newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    colorScheme: "light",
    reducedMotion: "reduce",
    // It would fetch the first screens' files once more, for visits that few tests make.
    serviceWorkers: "block",
    ...options,
  });
  context.setDefaultTimeout(waitMs);
  await context.addInitScript((patience) => void Object.assign(window, patience), {
    toastMs,
    settledMs,
    welcomes: false,
  });
  return context;
};

/** A toast is met even by a test that looks seldom; what waits for a user to settle is not waited for. */
const toastMs = 5000;
const settledMs = 300;

/** Pages opened from now on are still on their way: what happens once a user has had them for a while does not happen. */
export const settleNever = async (profile: BrowserContext): Promise<void> => {
  await profile.addInitScript(() => void (window.settledMs = 1e9));
};

/** Pages opened from now on show new users the first steps. */
export const welcomeNewcomers = async (profile: BrowserContext): Promise<void> => {
  await profile.addInitScript(() => void (window.welcomes = true));
};

let connected: Promise<Browser> | undefined;

/** The run's browser, as this file's worker reaches it. */
const browser = (): Promise<Browser> => (connected ??= connect());

const connect = async (): Promise<Browser> => {
  const shared = await chromium.connect(inject("browserEndpoint"));
  atFileEnd(() => {
    connected = undefined;
    return shared.close();
  });
  return shared;
};

/** They outlive the run, unlike its temporary files. */
const imagesFolder = join(import.meta.dirname, "../../node_modules/.cache/freehold-failed-tests");

const saveScreenshots = async (task: TestContext["task"], profiles: readonly BrowserContext[]): Promise<void> => {
  await mkdir(imagesFolder, { recursive: true });
  const pages = profiles.flatMap((profile) => profile.pages());
  for (const [index, page] of pages.entries()) {
    const path = join(imagesFolder, `${task.name.replaceAll(/\W+/g, "-").slice(0, 80)}-${index}.png`);
    await page.screenshot({ path });
    console.error(`${page.url()} looked like ${path}`);
  }
};
