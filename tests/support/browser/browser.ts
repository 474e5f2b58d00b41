import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect as playwrightExpect } from "playwright/test";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from "playwright";
import { inject, test as base, type TestContext } from "vitest";
import { atFileEnd } from "../file-end.ts";

export interface BrowserFixtures {
  /** Opens a separate browser profile: nothing is shared with other tests. */
  readonly openProfile: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** A page of 1440 × 900 in a new profile. */
  readonly page: Page;
}

export const noBrowser = "no Chromium on this machine: sudo apt-get install -y chromium, or set CHROMIUM";
/** Long, for machines that are busy with other work: a check that holds does not wait. */
const waitMs = 90_000;

/** Playwright's assertions, which retry until they hold. */
export const expect = playwrightExpect.configure({ timeout: waitMs });

/**
 * Runs a test in a real browser. Without a browser, the test is skipped with install instructions; a failed test saves
 * a screenshot.
 */
export const test = base.extend<BrowserFixtures>({
  openProfile: async ({ skip, task }, use) => {
    if (!inject("browserEndpoint")) skip(noBrowser);
    const profiles: BrowserContext[] = [];
    await use(async (options) => {
      const profile = await openContext(options);
      profiles.push(profile);
      return profile;
    });
    // Errors of earlier tries stay in the result.
    const { errors = [], retryCount = 0 } = task.result ?? {};
    if (errors.length > retryCount) await saveScreenshots(task, profiles);
    await Promise.all(profiles.map(closeProfile));
  },
  page: async ({ openProfile }, use) => {
    await use(await (await openProfile()).newPage());
  },
});

/** Clicks an element, unless the page has left it: any request of a page can be the first to meet the end of its session. */
export const clickUnlessGone = (locator: Locator): Promise<void> =>
  locator.evaluateAll(([element]) => (element as HTMLElement | undefined)?.click()).catch(() => undefined);

/** Ignores requests that a test's routes still hold when the pages close. */
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
    // It would fetch the first screens' files a second time, for visits that few tests make.
    serviceWorkers: "block",
    ...options,
  });
  context.setDefaultTimeout(waitMs);
  await context.addInitScript(prepare, { toastMs, settledMs, welcomes: false });
  return context;
};

/** Runs before each page's own code. A page that saves data prefetches no other screens, which few tests visit. */
const prepare = (waits: object): void => {
  Object.assign(window, waits);
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
};

/**
 * Longer than in production, so that tests with slow polling see toasts; idle work starts without waiting for the user
 * to settle.
 */
const toastMs = 5000;
const settledMs = 300;

/** Keeps pages opened from now on from settling, so that work scheduled for idle users never starts. */
export const settleNever = async (profile: BrowserContext): Promise<void> => {
  await profile.addInitScript(() => void (window.settledMs = 1e9));
};

/**
 * Gives each page of a profile a separate clipboard, empty after each navigation. The tests that run at the same time share
 * the browser's.
 */
export const separateClipboard = async (profile: BrowserContext): Promise<void> => {
  const replace = (): void => {
    let copied = "";
    const clipboard = { writeText: async (text: string) => void (copied = text), readText: async () => copied };
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: clipboard });
  };
  await profile.addInitScript(replace);
  for (const page of profile.pages()) await page.evaluate(replace);
};

/** Shows the first steps to new users on pages opened from now on. */
export const welcomeNewcomers = async (profile: BrowserContext): Promise<void> => {
  await profile.addInitScript(() => void (window.welcomes = true));
};

let connected: Promise<Browser> | undefined;

/** Connects this file's worker to the run's browser. */
const browser = (): Promise<Browser> => (connected ??= connect());

const connect = async (): Promise<Browser> => {
  const shared = await chromium.connect(inject("browserEndpoint"));
  atFileEnd(() => {
    connected = undefined;
    return shared.close();
  });
  return shared;
};

/** Outlives the run, unlike its temporary files. */
const imagesFolder = join(import.meta.dirname, "../../../node_modules/.cache/freehold-failed-tests");

const saveScreenshots = async (task: TestContext["task"], profiles: readonly BrowserContext[]): Promise<void> => {
  await mkdir(imagesFolder, { recursive: true });
  const pages = profiles.flatMap((profile) => profile.pages());
  for (const [index, page] of pages.entries()) {
    const path = join(imagesFolder, `${task.name.replaceAll(/\W+/g, "-").slice(0, 80)}-${index}.png`);
    await page.screenshot({ path });
    console.error(`${page.url()} looked like ${path}`);
  }
};
