/**
 * Stores the denylists of the data directory (denylists/*.deny) in the database, and applies those of all data directories. A list is
 * in effect in every process until its file is deleted.
 */
import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Db } from "../../../engines/database/database.ts";
import type { Duty, Wake } from "../../../kernel/duties.ts";
import { denylistOf, type Denylist } from "./denylist.ts";
import { parseDenylist, type DenyRule } from "./parse.ts";

export type Denylists = ReturnType<typeof createDenylists>;

interface Deps {
  readonly dataDir: string;
  readonly db: Db;
  readonly log: Pick<Logger, "info" | "warn">;
  readonly wake: Wake;
}

const dutyName = "Read denylists";
const ENDING = ".deny";
const FILE_BYTES_MAX = 64 * 1024 * 1024;

export const createDenylists = ({ dataDir, db, log, wake }: Deps) => {
  const folder = join(dataDir, "denylists");
  let current = denylistOf([]);
  let storedState = "";
  let loadedVersion: bigint | undefined;
  /** Rules by the hash of their list: only changed lists are fetched and parsed. */
  let parsed: ReadonlyMap<string, readonly DenyRule[]> = new Map();
  const listeners: (() => void)[] = [];

  /** Stores the files of this data directory if one has changed. A list whose file can't be read stays as it was. */
  const store = async (): Promise<void> => {
    const files = await filesIn(folder);
    const state = files.map(({ name, sizeBytes, changedAtMs }) => `${name} ${sizeBytes} ${changedAtMs}`).join("\n");
    if (state === storedState) return;
    const source = await sourceOf(folder, files.length > 0);
    if (source === undefined) return;
    const kept = await Promise.allSettled(files.map((file) => storeFile(db, source, folder, file)));
    const removed = await db
      .deleteFrom("denylist")
      .where("source", "=", source)
      .where("name", "<>", sql<string>`all(${files.map(({ name }) => name)}::text[])`)
      .executeTakeFirst();
    if (removed.numDeletedRows > 0n || kept.some((end) => end.status === "fulfilled" && end.value)) wake(dutyName);
    const failed = kept.find((end) => end.status === "rejected");
    if (failed) throw failed.reason;
    storedState = state;
  };

  const load = async (): Promise<void> => {
    const { version } = await db.selectFrom("denylist_version").select("version").executeTakeFirstOrThrow();
    if (version === loadedVersion) return;
    const lists = await db
      .selectFrom("denylist")
      .select(["source", "name", "sha256"])
      .orderBy("name")
      .orderBy("source")
      .execute();
    const next = new Map<string, readonly DenyRule[]>();
    for (const list of lists) {
      const hash = list.sha256.toString("hex");
      const rules = next.get(hash) ?? parsed.get(hash) ?? (await fetchRules(list));
      if (rules) next.set(hash, rules);
    }
    current = denylistOf([...next.values()].flat());
    parsed = next;
    loadedVersion = version;
    listeners.forEach((listener) => listener());
  };

  /** Returns undefined if the list was changed or deleted after its hash was read; the next load has the change. */
  const fetchRules = async (list: { source: string; name: string; sha256: Buffer }) => {
    const row = await db
      .selectFrom("denylist")
      .select("content")
      .where("source", "=", list.source)
      .where("name", "=", list.name)
      .where("sha256", "=", list.sha256)
      .executeTakeFirst();
    if (!row) return undefined;
    const { rules, ignoredLines } = parseDenylist(row.content);
    const { name, source } = list;
    log.info({ name, source, rules: rules.length }, "Loaded a denylist");
    if (ignoredLines.length > 0)
      log.warn(
        { name, source, lines: ignoredLines.slice(0, 20) },
        `${ignoredLines.length} invalid lines in a denylist were ignored`,
      );
    return rules;
  };

  let refreshing: Promise<unknown> = Promise.resolve();
  /** Stores changed files, and applies all lists if one has changed. */
  const refresh = (): Promise<void> => {
    const next = refreshing.then(async () => {
      const [stored] = await Promise.allSettled([store()]);
      await load();
      if (stored.status === "rejected") throw stored.reason;
    });
    refreshing = next.catch(() => undefined);
    return next;
  };

  return {
    current: (): Denylist => current,
    refresh,
    /** Adds a listener, called after the lists are reloaded. */
    onChange: (listener: () => void): void => void listeners.push(listener),
    duties: [
      { name: dutyName, every: "3 s", scope: "process", role: "serving", run: refresh },
    ] satisfies readonly Duty[],
  };
};

interface ListFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly changedAtMs: number;
}

const filesIn = async (folder: string): Promise<ListFile[]> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const lists = names.filter((name) => name.endsWith(ENDING)).toSorted();
  return Promise.all(
    lists.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return { name, sizeBytes: size, changedAtMs: mtimeMs };
    }),
  );
};

/** Returns whether the stored list changed. */
const storeFile = async (db: Db, source: string, folder: string, { name, sizeBytes }: ListFile): Promise<boolean> => {
  const path = join(folder, name);
  if (sizeBytes > FILE_BYTES_MAX) throw new Error(`The denylist ${path} is larger than 64 MiB.`);
  // PostgreSQL stores no NUL character, and no valid line has one.
  const content = (await readFile(path, "utf8")).replaceAll("\0", "\ufffd");
  const values = { content, sha256: createHash("sha256").update(content).digest() };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("denylist")
    .values({ source, name, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(["source", "name"])
        .doUpdateSet(values)
        .whereRef("denylist.sha256", "<>", sql.ref("excluded.sha256")),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** Returns the ID by which the lists of a folder are stored; without one, creates it if `isNeeded`. Processes that share the folder share it. */
const sourceOf = async (folder: string, isNeeded: boolean): Promise<string | undefined> => {
  const path = join(folder, "source");
  if (isNeeded)
    await writeFile(path, randomUUID(), { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  return readFile(path, "utf8").then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return undefined;
    },
  );
};
