/**
 * `npm run backup [-- --to FOLDER]`, `npm run restore -- --from FOLDER`, `npm run verify [-- --from FOLDER]`,
 * `npm run adopt`.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readConfig, type Config } from "../config.ts";
import { adopt } from "./adopt.ts";
import { backUp } from "./backup.ts";
import { readManifest } from "./manifest.ts";
import { restore } from "./restore.ts";
import { verifyInstance } from "./verify.ts";

const main = async (): Promise<void> => {
  const [command, ...args] = process.argv.slice(2);
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig();
  const report = (text: string): void => say(`  · ${text}`);

  if (command === "restore") {
    const { values } = parseArgs({ args, options: { from: { type: "string" } } });
    if (!values.from) throw new Error("Specify the backup: npm run restore -- --from FOLDER");
    const { createdAt, hasDatabase } = await restore(config, resolve(values.from), report);
    say(`Restored the backup of ${new Date(createdAt * 1000).toISOString()} to ${config.DATA_DIR}.`);
    if (!hasDatabase) say("This backup doesn't include the database. Restore the database at DATABASE_URL separately.");
    return;
  }
  if (command === "verify") {
    const { values } = parseArgs({ args, options: { from: { type: "string" } } });
    return verify(config, values.from);
  }
  if (command === "adopt") {
    const { indexedBlobs, store } = await adopt(config);
    say(`${store} and ${config.DATA_DIR} now belong to this database, which lists ${indexedBlobs} blobs.`);
    say("Unlisted blobs move to the trash at a later start and are deleted after seven days.");
    return;
  }
  const { values } = parseArgs({ args, options: { to: { type: "string" } } });
  const target = resolve(values.to ?? `backups/${new Date().toISOString().replaceAll(":", "-").slice(0, 19)}`);
  await backUp(config, target, report);
  say(`Backup saved to ${target}.`);
  if (config.DATABASE_URL) {
    say("It contains blobs and repositories. Back up the database at DATABASE_URL separately (pg_dump,");
    say(
      "pg_basebackup or a snapshot). Back up the database first, so that this backup contains every blob it references.",
    );
  }
  if (config.S3_ENDPOINT)
    say("Blobs in the S3 bucket are not included. Enable versioning on the bucket to protect them.");
};

const progressMs = 5000;

const verify = async (config: Config, from: string | undefined): Promise<void> => {
  if (from !== undefined) await readManifest(resolve(from));
  let reportedAt = Date.now();
  const { blobs, bytes, repaired, damaged } = await verifyInstance(config, {
    from: from === undefined ? undefined : resolve(from),
    onProgress: (done, total) => {
      if (Date.now() - reportedAt < progressMs) return;
      reportedAt = Date.now();
      say(`  · ${done} of ${total} blobs`);
    },
  });
  for (const blobId of repaired) say(`Repaired: ${blobId}`);
  for (const { blobId, damagedBlocks, roots } of damaged)
    say(`Damaged: ${blobId} (${damagedBlocks} blocks; content: ${roots.join(", ")})`);
  say(`Verified ${blobs} blobs (${bytes} bytes): ${repaired.length} repaired, ${damaged.length} damaged.`);
  if (damaged.length === 0) return;
  say("To repair them, specify a backup (npm run verify -- --from FOLDER) or upload the same content again.");
  process.exitCode = 1;
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  await main();
} catch (error) {
  say(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
