/** The key that seals secrets in the database: checked at each start, and replaced by another one while the server runs. */
import { existsSync } from "node:fs";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Db } from "../engines/database/database.ts";
import type { SealedColumn } from "../engines/database/encryption.ts";
import type { Config } from "../config.ts";
import type { Again, Duty } from "./duties.ts";
import { keyFileOf, type KeyConfig, type SecretBox } from "./secret-box.ts";

const canaryPurpose = "canary";
const batchSize = 500;

/**
 * Checks that the key opens what this database holds, by a value that the first start sealed. Throws one sentence with a way out if it
 * doesn't, or if DATABASE_URL is set without SECRET_KEY: processes on several machines don't share the key file.
 */
export const checkSecretKey = async (
  config: KeyConfig & Pick<Config, "DATABASE_URL">,
  db: Db,
  box: SecretBox,
): Promise<void> => {
  if (config.DATABASE_URL !== undefined && config.SECRET_KEY === undefined) throw new Error(keyNeeded(config.DATA_DIR));
  await db
    .insertInto("secret_canary")
    .values({ sealed: box.seal(canaryPurpose, "") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { sealed } = await db.selectFrom("secret_canary").select("sealed").executeTakeFirstOrThrow();
  try {
    box.open(canaryPurpose, sealed);
  } catch (error) {
    throw new Error(keyWrong, { cause: error });
  }
};

const keyNeeded = (dataDir: string): string => {
  const path = keyFileOf(dataDir);
  const next = existsSync(path)
    ? `Set it to the content of ${path}, which sealed this instance's secrets.`
    : "Set it to at least 32 random characters, the same for every process.";
  return `DATABASE_URL requires SECRET_KEY. ${next}`;
};

const keyWrong =
  "SECRET_KEY is not the key that sealed this database's secrets. Set the earlier key, or add it as SECRET_KEY_OTHER to replace it.";

/** While SECRET_KEY_OTHER is set: seals again what that key sealed, until nothing is left. */
export const rotationDuties = (
  config: KeyConfig,
  db: Db,
  box: SecretBox,
  columns: readonly SealedColumn[],
  log: Pick<Logger, "info" | "warn">,
): readonly Duty[] => {
  if (config.SECRET_KEY_OTHER === undefined) return [];
  const run = async (): Promise<Again | undefined> => {
    const { sealed: canary } = await db.selectFrom("secret_canary").select("sealed").executeTakeFirstOrThrow();
    const newCanary = box.reseal(canaryPurpose, canary);
    let resealed = 0;
    for (const column of columns) resealed += await resealColumn(db, box, column, log);
    if (resealed > 0) log.info({ resealed }, "Secrets were sealed with SECRET_KEY");
    // The canary comes last: until then, a start without the other key is refused.
    if (newCanary && resealed === 0) {
      await db.updateTable("secret_canary").set({ sealed: newCanary }).execute();
      log.info("All secrets are sealed with SECRET_KEY: remove SECRET_KEY_OTHER");
    }
    return resealed > 0 ? { again: "2 s" } : undefined;
  };
  return [
    { name: "Seal secrets with the new key", every: "1 min", scope: "cluster", role: "any", timeout: "1 h", run },
  ];
};

interface SealedRow {
  readonly key: string;
  readonly value: Buffer | string;
}

/** Returns how many values it sealed again. A row that changes meanwhile keeps its new value. */
const resealColumn = async (
  db: Db,
  box: SecretBox,
  { table, column, key, purpose, isText, where = sql<boolean>`true` }: SealedColumn,
  log: Pick<Logger, "warn">,
): Promise<number> => {
  const [from, value, name] = [sql.table(table), sql.ref(column), sql.ref(key)];
  let resealed = 0;
  let unreadable = 0;
  let after = "";
  for (;;) {
    const { rows } = await sql<SealedRow>`
      select ${name}::text as key, ${value} as value from ${from}
      where ${value} is not null and ${where} and ${name}::text > ${after}
      order by ${name}::text limit ${batchSize}`.execute(db);
    for (const row of rows) {
      const bytes = typeof row.value === "string" ? Buffer.from(row.value, "base64") : row.value;
      const fresh = resealOne(box, purpose(row.key), bytes);
      if (fresh === "unreadable") unreadable += 1;
      if (!(fresh instanceof Buffer)) continue;
      const written = isText ? fresh.toString("base64") : fresh;
      await sql`
        update ${from} set ${value} = ${written} where ${name}::text = ${row.key} and ${value} = ${row.value}`.execute(
        db,
      );
      resealed += 1;
    }
    if (rows.length < batchSize) break;
    after = rows.at(-1)!.key;
  }
  if (unreadable > 0) log.warn({ table, column, unreadable }, "Secrets can be opened with neither key");
  return resealed;
};

const resealOne = (box: SecretBox, purpose: string, sealed: Buffer): Buffer | "unreadable" | undefined => {
  try {
    return box.reseal(purpose, sealed);
  } catch {
    return "unreadable";
  }
};
