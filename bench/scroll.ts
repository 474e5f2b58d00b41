/**
 * Scrolls through 100,000 rows of the storage browser in a real browser, compared with a handwritten list of constant
 * rows. Measures the longest time between two frames, by how much one frame in a hundred exceeds it, and the longest
 * continuous work of the page's thread in processor time, which is the same on a busy machine. Our rows are loaded from
 * S3 listing pages while scrolling.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { chromium, type Browser, type Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { startCloud } from "../src/cloud/cloud.ts";
import { readConfig } from "../src/cloud/config.ts";
import { embeddedAddress } from "../src/cloud/engines/database/embedded/embedded-server.ts";
import { signIn } from "../tests/support/account/sign-in.ts";
import { longestTaskMs, traceCategories } from "./browser-trace.ts";
import { plainList } from "./dashboard/plain-list.ts";
import { withFolder } from "./engines.ts";
import type { BenchRow } from "./rows.ts";

const rows = 100_000;
const rowPx = 44;
const pixelsPerFrame = 2200;
const patienceMs = 180_000;
const bucket = "a-hundred-thousand";

export const scrollBench = (): Promise<BenchRow[]> =>
  withFolder(async (folder) => {
    const config = readConfig({ ...process.env, PORT: "0", DATA_DIR: join(folder, "data") });
    const cloud = await startCloud(config, pino({ level: "silent" }));
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu"],
    });
    try {
      const auth = await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()));
      await fillBucket(config.DATA_DIR);
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript((tokens) => {
        localStorage.setItem("token", tokens.accessToken);
        localStorage.setItem("authData", JSON.stringify(tokens));
      }, auth);
      await page.goto(`${cloud.url}/bucket/storage/${bucket}/`);
      await page.getByRole("grid").waitFor();
      const ours = await measured(browser, page, "so far; more come");
      await page.goto("about:blank");
      await page.setContent(plainList(rows, rowPx));
      const floor = await measured(browser, page, undefined);
      return [
        row("longest frame", ours.longest, floor.longest),
        row("frame, 99th of 100", ours.p99, floor.p99),
        row("longest task, processor time", ours.taskMs, floor.taskMs),
      ];
    } finally {
      await browser.close();
      await cloud.close();
    }
  });

const row = (name: string, ours: number, floor: number): BenchRow => ({
  name: `Scrolling ${rows} rows: ${name}`,
  unit: "ms",
  ours,
  floorName: "plain list",
  floor,
  better: "less",
});

/** Gives the only team a bucket of small files whose bytes are never read. */
const fillBucket = async (dataDir: string): Promise<void> => {
  const address = await embeddedAddress(join(dataDir, "postgres"));
  const client = new pg.Client({ ...address, database: "freehold" });
  await client.connect();
  try {
    const id = randomUUID();
    await client.query(
      "insert into bucket (id, team_id, name, object_count, size_bytes) select $1, id, $2, $3, $3 from team limit 1",
      [id, bucket, rows],
    );
    await client.query(
      `insert into bucket_object (bucket_id, key, cid, size_bytes, etag, attributes, checks, modified_at)
       select $1, 'photo-' || lpad(n::text, 6, '0') || '.jpg', decode('01551220' || repeat('00', 32), 'hex'), n,
              md5(n::text), '{"metadata":{},"tags":{}}', '{"checksums":{}}', now() - n * interval '1 second'
       from generate_series(1, $2::int) as n`,
      [id, rows],
    );
    await client.query("analyze bucket_object");
  } finally {
    await client.end();
  }
};

const measured = async (browser: Browser, page: Page, more: string | undefined): Promise<Measured> => {
  await browser.startTracing(page, { categories: [...traceCategories] });
  const frames = await scrollThrough(page, `[role="grid"]`, more);
  return { ...frames, taskMs: longestTaskMs(await browser.stopTracing()) };
};

interface Frames {
  readonly longest: number;
  readonly p99: number;
}

interface Measured extends Frames {
  readonly taskMs: number;
}

/** Scrolls by the same step each frame, to the end of all rows including those still loading. */
const scrollThrough = (page: Page, selector: string, more: string | undefined): Promise<Frames> =>
  page.evaluate(
    ([grid, moreText, step, patience]) =>
      new Promise((resolve, reject) => {
        const outer = document.querySelector(grid)!;
        const scrolls = (element: Element) => element.scrollHeight > element.clientHeight + 1;
        const scroller = [outer, ...outer.querySelectorAll("*")].find(
          (element) => scrolls(element) && /auto|scroll/.test(getComputedStyle(element).overflowY),
        )!;
        const frames: number[] = [];
        const started = performance.now();
        let before = started;
        const tick = (now: number) => {
          frames.push(now - before);
          before = now;
          scroller.scrollTop += step;
          const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
          // Checked only at the end: reading all text takes longer than a frame.
          const isMore = () => moreText !== null && document.body.textContent.includes(moreText);
          if (now - started > patience) return reject(new Error(`Still scrolling at ${scroller.scrollTop} px.`));
          if (!isAtEnd || isMore()) return void requestAnimationFrame(tick);
          const sorted = frames.slice(1).toSorted((a, b) => a - b);
          resolve({ longest: sorted.at(-1)!, p99: sorted[Math.floor(sorted.length * 0.99)]! });
        };
        requestAnimationFrame(tick);
      }),
    [selector, more ?? null, pixelsPerFrame, patienceMs] as const,
  );
