/** `npm run migrations`: freezes new migrations, with a database that lives as long as this takes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { openDatabase } from "../engines/database/open.ts";
import { freezeMigrations } from "../engines/database/schema.ts";

const folder = mkdtempSync(join(tmpdir(), "freehold-migrations-"));
try {
  const settings = { DATA_DIR: folder, DATABASE_URL: undefined, PG_BIN_DIR: process.env["PG_BIN_DIR"] };
  const database = await openDatabase(settings, pino({ level: "silent" }));
  const added = await freezeMigrations(database.db).finally(() => database.close());
  process.stdout.write(`${added.length === 0 ? "No migration is new." : `Frozen: ${added.join(", ")}`}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
