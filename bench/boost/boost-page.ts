/**
 * Boost's home with its running counter in a real browser, compared with an empty page: frames per second, and the
 * share of one core used by the page's thread and by all browser processes. Without a GPU the browser renders in
 * software, which the last figure includes.
 */
import { join } from "node:path";
import { pino } from "pino";
import { chromium, type Browser, type CDPSession, type Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import * as z from "zod";
import { startCloud } from "../../src/cloud/cloud.ts";
import { readConfig } from "../../src/cloud/config.ts";
import { signIn } from "../../tests/support/account/sign-in.ts";
import { withFolder } from "../engines.ts";
import type { BenchRow } from "../rows.ts";

const watchedMs = 10_000;
const settledMs = 4000;

export const boostPageBench = (): Promise<BenchRow[]> =>
  withFolder(async (folder) => {
    const config = readConfig({ ...process.env, PORT: "0", DATA_DIR: join(folder, "data") });
    const cloud = await startCloud(config, pino({ level: "silent" }));
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu"],
    });
    try {
      const auth = await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()));
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      await page.setContent("<p>Nothing happens here.</p>");
      const idle = await measured(browser, page);
      await page.addInitScript((tokens) => {
        localStorage.setItem("token", tokens.accessToken);
        localStorage.setItem("authData", JSON.stringify(tokens));
      }, auth);
      await page.goto(`${cloud.url}/boost`);
      await page.getByRole("button", { name: "Collect", exact: true }).waitFor();
      const ours = await measured(browser, page);
      return [
        { ...row("frames a second", "fps", ours.frames, idle.frames), better: "more" },
        row("share of a core, the page's thread", "%", ours.thread, idle.thread),
        row("share of a core, the whole browser", "%", ours.browser, idle.browser),
      ];
    } finally {
      await browser.close();
      await cloud.close();
    }
  });

const row = (name: string, unit: string, ours: number, floor: number): BenchRow => ({
  name: `Boost's home: ${name}`,
  unit,
  ours,
  floorName: "idle page",
  floor,
  better: "less",
});

interface Measured {
  readonly frames: number;
  readonly thread: number;
  readonly browser: number;
}

/** Measures processor time first, then frames, since counting frames uses the processor too. */
const measured = async (browser: Browser, page: Page): Promise<Measured> => {
  await page.waitForTimeout(settledMs);
  const [own, all] = await Promise.all([page.context().newCDPSession(page), browser.newBrowserCDPSession()]);
  await own.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = [await threadSeconds(own), await browserSeconds(all)] as const;
  await page.waitForTimeout(watchedMs);
  const after = [await threadSeconds(own), await browserSeconds(all)] as const;
  const share = (at: 0 | 1): number => ((after[at] - before[at]) / (watchedMs / 1000)) * 100;
  return { thread: share(0), browser: share(1), frames: await framesPerSecond(page) };
};

const threadSeconds = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")!.value;
};

const processes = z.object({ processInfo: z.array(z.object({ cpuTime: z.number() })) });

const browserSeconds = async (session: CDPSession): Promise<number> =>
  processes
    .parse(await session.send("SystemInfo.getProcessInfo"))
    .processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);

const framesPerSecond = (page: Page): Promise<number> =>
  page.evaluate(
    (forMs) =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        let frames = 0;
        const count = (now: number): void => {
          frames += 1;
          if (now - started < forMs) requestAnimationFrame(count);
          else resolve((frames / (now - started)) * 1000);
        };
        requestAnimationFrame(count);
      }),
    watchedMs / 2,
  );
