/** Publishes a deployment to Arweave: one item for each file, and a path manifest that maps paths to items. */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { arweaveBytesMax } from "../../../../resources/storage/arweave-limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import { PlatformError, type Placed, type PublishOptions } from "../../engines/platforms/platforms.ts";
import type { SiteFile } from "../../engines/platforms/site-files.ts";
import { inlineFile, queueItems, type Item, type FileToStore } from "./items.ts";
import type { Deps } from "./deps.ts";

export interface ArweaveSite {
  readonly teamId: string;
  readonly files: readonly Pick<SiteFile, "path" | "cid" | "sizeBytes" | "contentType">[];
  /** Serves index.html for unknown paths (single-page application). */
  readonly rewrite: boolean;
}

const manifestType = "application/x.arweave-manifest+json";
const pollMs = 300;
const index = "index.html";

/**
 * Publishes a site; resolves once all items are confirmed. Resumes after a restart without sending data twice. Throws
 * PlatformError with a user-facing message.
 */
export const publishSite = async (deps: Deps, site: ArweaveSite, { signal, say }: PublishOptions): Promise<Placed> => {
  const { files, rewrite } = site;
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > arweaveBytesMax)
    throw new PlatformError("Sites on Arweave are limited to 100 MB. Deploy this site to IPFS.");
  if (files.length === 0) throw new PlatformError("There are no files to upload to Arweave.");

  const itemIds = await queueFiles(
    deps,
    site.teamId,
    files.map(({ cid, ...file }) => ({ ...file, source: cid })),
  );
  say(`Sending ${files.length === 1 ? "1 file" : `${files.length} files`} to Arweave.`);
  const signed = await until(deps, signal, itemIds, ({ arweave_id }) => arweave_id !== null);
  const ids = new Map(signed.map((item) => [item.id, item.arweave_id!]));
  const paths = Object.fromEntries(files.map(({ path }, at) => [path, { id: ids.get(itemIds[at]!)! }]));
  const text = JSON.stringify({
    manifest: "arweave/paths",
    version: "0.2.0",
    ...(paths[index] && { index: { path: index } }),
    ...(rewrite && paths[index] && { fallback: paths[index] }),
    paths,
  });
  const [manifest] = await queueFiles(deps, site.teamId, [inlineFile(text, manifestType)]);
  say("Waiting for confirmation in a block.");
  const confirmed = await until(deps, signal, [...itemIds, manifest!], ({ state }) => state === "confirmed");
  const arHash = confirmed.find(({ id }) => id === manifest)!.arweave_id!;
  return { address: deps.engines.arweave.urlOf(arHash, deps.dashboardUrl()), facts: { arHash } };
};

const queueFiles = async (deps: Deps, teamId: string, files: readonly FileToStore[]): Promise<string[]> => {
  const { engines, allowance, timeoutSeconds } = deps;
  const options = { allowance, teamId, kept: true, timeoutSeconds };
  try {
    const items = await engines.database.db.transaction().execute((trx) => queueItems(trx, files, options));
    return items.map(({ id }) => id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new PlatformError(`Arweave is free up to 150KB per file. This site needs more AR storage. ${error.message}`);
  } finally {
    deps.wake();
  }
};

/** Polls until the condition holds for all items. Throws as soon as one fails. */
const until = async (
  { engines }: Deps,
  signal: AbortSignal,
  ids: readonly string[],
  holds: (item: Item) => boolean,
): Promise<Item[]> => {
  for (;;) {
    signal.throwIfAborted();
    const items = await engines.database.db
      .selectFrom("arweave_item")
      .selectAll()
      .where("id", "=", sql<string>`any(${[...new Set(ids)]}::uuid[])`)
      .execute();
    const failed = items.find(({ state }) => state === "failure" || state === "timeout");
    if (failed) throw new PlatformError(`Upload to Arweave failed: ${failed.reason ?? failed.state}`);
    if (items.every(holds)) return items;
    await pause(pollMs, undefined, { signal });
  }
};
