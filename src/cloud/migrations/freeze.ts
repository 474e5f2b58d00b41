/** `npm run migrations`: freezes new migrations and generates the types of the tables, with a temporary database. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { openDatabase } from "../engines/database/open.ts";
import { renderTables } from "../engines/database/render-tables.ts";
import { freezeMigrations } from "../engines/database/schema.ts";

const tablesFile = join(import.meta.dirname, "../engines/database/tables.ts");
const folder = mkdtempSync(join(tmpdir(), "freehold-migrations-"));
try {
  const settings = { DATA_DIR: folder, DATABASE_URL: undefined, PG_BIN_DIR: process.env["PG_BIN_DIR"] };
  const database = await openDatabase(settings, pino({ level: "silent" }));
  try {
    const added = await freezeMigrations(database.db);
    writeFileSync(tablesFile, await renderTables(database.db, readFileSync(tablesFile, "utf8")));
    process.stdout.write(`${added.length === 0 ? "No migration is new." : `Frozen: ${added.join(", ")}`}\n`);
  } finally {
    await database.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
