/** `npm run move -- --database URL [--s3 ENDPOINT/BUCKET]`, `--confirm`, `--revert`. */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { readInstanceConfig } from "./handover.ts";
import { bucketFrom, confirm, move, revert, type MoveResult } from "./move.ts";

const usage = `Usage: npm run move -- --database URL [--s3 https://HOST/BUCKET]
       npm run move -- --confirm
       npm run move -- --revert
The keys of the bucket are read from S3_ACCESS_KEY and S3_SECRET_KEY.`;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const report = (text: string): void => say(`  · ${text}`);

const summary = ({ tables, rows, blobs, interruption }: MoveResult): string =>
  `${rows} rows in ${tables} tables and ${blobs} blobs are equal on both sides. ` +
  (interruption > 0 ? `The server was interrupted for ${interruption.toFixed(1)} s.` : "The server was not running.");

const main = async (): Promise<void> => {
  const args = process.argv.slice(2).filter((arg, at) => at > 0 || arg !== "move");
  const { values } = parseArgs({
    args,
    options: {
      database: { type: "string" },
      s3: { type: "string" },
      confirm: { type: "boolean" },
      revert: { type: "boolean" },
    },
  });
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readInstanceConfig();
  if (values.revert) {
    const result = await revert(config, report);
    say(result ? `Reverted. ${summary(result)}` : "The move has ended. The instance runs as before.");
    return;
  }
  if (values.confirm) {
    const { settings, oldDatabase } = await confirm(config);
    say(`Confirmed. Add the settings in ${settings} to the environment of every process of this instance.`);
    say(`The old database is in ${oldDatabase}. Delete it when you no longer need it.`);
    return;
  }
  if (values.database === undefined) throw new Error(usage);
  const s3 = values.s3 === undefined ? undefined : bucketFrom(values.s3, config);
  const result = await move(config, { databaseUrl: values.database, ...(s3 && { s3 }) }, report);
  say(`Moved. ${summary(result)}`);
  say("Check the instance, then run npm run move -- --confirm, or --revert to go back.");
};

try {
  await main();
} catch (error) {
  say(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
