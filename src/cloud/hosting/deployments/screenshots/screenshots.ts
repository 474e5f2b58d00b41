/** Screenshots of live sites, for the dashboard: a browser in the build sandbox takes one of each start page, without a network. */
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Db, Trx } from "../../../engines/database/database.ts";
import { siteFiles, type SiteFile } from "../../../engines/platforms/site-files.ts";
import { temporaryFolder } from "../../../lib/temporary-folder.ts";
import type { HostingContext } from "../deps.ts";

type Deps = Pick<HostingContext, "config" | "engines" | "log">;

/** Its jobs name a project with new live content. */
export const screenshotQueue = "hosting-screenshot";

const MiB = 1024 * 1024;
const timeoutSeconds = 30;
const memoryMb = 1024;
const imageBytesMax = MiB;
/** Files that the browser gets to see. Those of a start page are rarely large or deep. */
const fileBytesMax = 8 * MiB;
const siteBytesMax = 64 * MiB;

/** Returns whether this process takes screenshots. */
export const takesScreenshots = ({ config, engines }: Deps): boolean =>
  config.SITE_SCREENSHOTS !== "off" && engines.sandbox.browser !== undefined;

/** Orders a screenshot of a project's new live content, within the transaction that shows it. */
export const orderScreenshot = async ({ config, engines }: Deps, trx: Trx, projectId: string): Promise<void> => {
  if (config.SITE_SCREENSHOTS !== "off") await engines.jobs.send(trx, screenshotQueue, { projectId });
};

/** Takes the screenshot of a project's live content, unless there is one. What the browser can't show has none. */
export const takeScreenshot = async (
  deps: Deps,
  { projectId, signal }: { readonly projectId: string; readonly signal: AbortSignal },
): Promise<void> => {
  if (!takesScreenshots(deps)) return;
  const { engines, log } = deps;
  const { db } = engines.database;
  const project = await db.selectFrom("project").select("live_cid").where("id", "=", projectId).executeTakeFirst();
  const cid = project?.live_cid;
  if (!cid || (await screenshotOf(db, projectId, cid))) return;
  const image = await capture(engines, cid, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    log.warn({ err: error, projectId, cid }, "Could not take a screenshot of a site");
    return null;
  });
  await db
    .insertInto("site_screenshot")
    .columns(["project_id", "cid", "image"])
    .expression((eb) =>
      eb
        .selectFrom("project")
        .select(["id", "live_cid", sql<Buffer | null>`${image}::bytea`.as("image")])
        .where("id", "=", projectId)
        .where("live_cid", "=", cid),
    )
    .onConflict((each) =>
      each.column("project_id").doUpdateSet((eb) => ({
        cid: eb.ref("excluded.cid"),
        image: eb.ref("excluded.image"),
        taken_at: sql<Date>`now()`,
      })),
    )
    .execute();
};

/** Returns the screenshot of a project with this content (WebP; null if the browser could not take one); undefined before it was tried. */
export const screenshotOf = (db: Db, projectId: string, cid: string): Promise<{ image: Buffer | null } | undefined> =>
  db
    .selectFrom("site_screenshot")
    .select("image")
    .where("project_id", "=", projectId)
    .where("cid", "=", cid)
    .executeTakeFirst();

/** Returns a screenshot of the start page, 800 × 500 pixels in WebP. Rejects if the browser fails. */
const capture = async (
  { blocks, sandbox }: HostingContext["engines"],
  cid: string,
  signal: AbortSignal,
): Promise<Buffer> => {
  const folder = await temporaryFolder();
  try {
    const files = shownFiles(await siteFiles(blocks, cid));
    await mkdir(join(folder, "files"));
    for (const [index, file] of files.entries()) {
      signal.throwIfAborted();
      await writeFile(join(folder, "files", `${index}`), await file.read());
    }
    const site = { browser: sandbox.browser, files: files.map(({ path, contentType: type }) => ({ path, type })) };
    await writeFile(join(folder, "site.json"), JSON.stringify(site));
    await copyFile(new URL("inside.mjs", import.meta.url), join(folder, "inside.mjs"));
    const end = await sandbox.run({
      folder,
      command: "node inside.mjs",
      network: "none",
      environment: {},
      timeoutSeconds,
      memoryMb,
      diskBytes: 2 * siteBytesMax,
      onLine: () => undefined,
      signal,
    });
    if (end.reason !== "exit" || end.code !== 0) throw new Error(`The browser ended with ${JSON.stringify(end)}.`);
    const image = await readFile(join(folder, "screenshot.webp"));
    if (image.length > imageBytesMax) throw new Error(`The screenshot has ${image.length} bytes.`);
    return image;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Returns the files up to `siteBytesMax`, those near the root first. */
const shownFiles = (files: readonly SiteFile[]): readonly SiteFile[] => {
  const depthOf = ({ path }: SiteFile): number => path.split("/").length;
  let bytes = 0;
  return files
    .filter(({ sizeBytes }) => sizeBytes <= fileBytesMax)
    .toSorted((one, other) => depthOf(one) - depthOf(other))
    .filter(({ sizeBytes }) => (bytes += sizeBytes) <= siteBytesMax);
};
