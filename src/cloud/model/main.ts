/**
 * `npm run model`: lists the models of the instance. `npm run model -- install ID`, `add PATH|URL` and `remove ID` change them; a running
 * server follows within a minute.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { withDatabase } from "../backup/with-database.ts";
import { connectDatabase } from "../engines/database/connect.ts";
import { AppError } from "../kernel/app-error.ts";
import { readInstanceConfig } from "../move/handover.ts";
import { runModelCommand } from "./command.ts";

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Returns the sentence for an operator. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AppError && error.fields) return Object.values(error.fields).flat().join(" ");
  return error instanceof Error ? error.message : String(error);
};

if (existsSync(".env")) process.loadEnvFile(".env");
try {
  const config = readInstanceConfig(process.env);
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: { name: { type: "string" }, key: { type: "string" }, paid: { type: "boolean" } },
    allowPositionals: true,
  });
  await withDatabase(config, async (connection) => {
    const log = pino({ level: "silent" });
    const database = connectDatabase(connection, log);
    try {
      await runModelCommand({ db: database.db, config, log, say }, positionals, values);
    } finally {
      await database.close();
    }
  });
} catch (error) {
  say(`\n${reasonOf(error)}\n`);
  process.exitCode = 1;
}
