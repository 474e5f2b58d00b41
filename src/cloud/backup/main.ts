/** `npm run backup [-- --to FOLDER]` and `npm run restore -- --from FOLDER`. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../config.ts";
import { backUp } from "./backup.ts";
import { restore } from "./restore.ts";

const main = async (): Promise<void> => {
  const [command, ...args] = process.argv.slice(2);
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig();
  const report = (text: string): void => say(`  · ${text}`);

  if (command === "restore") {
    const { values } = parseArgs({ args, options: { from: { type: "string" } } });
    if (!values.from) throw new Error("Name the back-up: npm run restore -- --from FOLDER");
    const { createdAt, hasDatabase } = await restore(config, resolve(values.from), report);
    say(`Restored the state of ${new Date(createdAt * 1000).toISOString()} into ${config.DATA_DIR}.`);
    if (!hasDatabase) say("The database is not part of this back-up: restore it at DATABASE_URL with its own tool.");
    return;
  }
  const { values } = parseArgs({ args, options: { to: { type: "string" } } });
  const target = resolve(values.to ?? `backups/${new Date().toISOString().replaceAll(":", "-").slice(0, 19)}`);
  await backUp(config, target, report);
  say(`The back-up is in ${target}.`);
  if (config.DATABASE_URL) {
    say(
      "It holds blobs and repositories. The database at DATABASE_URL is backed up with its server's own tool (pg_dump,",
    );
    say(
      "pg_basebackup or a snapshot): do that first, then run this, so that the copy holds every blob the database names.",
    );
  }
  if (config.S3_ENDPOINT)
    say("Blobs in the S3 bucket are not part of it: they are protected by the bucket's versioning.");
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  await main();
} catch (error) {
  say(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
