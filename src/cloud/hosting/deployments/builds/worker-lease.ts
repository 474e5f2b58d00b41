/**
 * The lease of a worker's folder below DATA_DIR/workers: a row in the table `worker`.
 *
 * Workers on several hosts can share DATA_DIR. A PID means nothing on another host, and a file lock may not reach another client of a shared
 * file system, or outlive its owner there. The row needs only what all workers share anyway. It ends by the database's clock, because those
 * of the hosts differ. A worker that can't renew it stops its builds before another one may take them over.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql, type RawBuilder } from "kysely";
import type { Database, Db, Trx } from "../../../engines/database/database.ts";
import { isUuid } from "../../../kernel/uuid.ts";
import { removeFolder } from "./job-folders.ts";

/** Silence after which a worker counts as dead. */
export const leaseMs = 10_000;
/** Silence of the database after which a worker stops its builds, so that they have ended when the lease does. */
export const patienceMs = 5000;
/** Longest wait for one renewal. */
export const renewalMs = 2000;

const keptDays = 1;
const knownDays = 7;
const removedPrefix = ".removed-";

export interface WorkerLease {
  /** Unique to this process; deployments that it runs refer to it. */
  readonly holder: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly tags: readonly string[];
  /**
   * Renews the lease. "silent": the database did not answer for so long that the lease ends soon. "lost": it has ended, and another worker
   * may have the folder and the builds. After either, this lease must not be used any more.
   */
  renew(): Promise<"held" | "silent" | "lost">;
  release(): Promise<void>;
}

interface Claim {
  readonly database: Pick<Database, "db" | "embedded">;
  readonly dataDir: string;
  readonly name: string;
  readonly tags: readonly string[];
}

/** Leases the folder of a dead worker, with its caches, or a new one. Preferably that of a worker with the same name. */
export const leaseFolder = async ({ database, dataDir, name, tags }: Claim): Promise<WorkerLease> => {
  const { db, embedded } = database;
  const root = join(dataDir, "workers");
  await mkdir(root, { recursive: true });
  // An embedded database has one process, so leases are those of dead predecessors.
  if (embedded) await sql`update worker set lease_until = now()`.execute(db);
  const holder = randomUUID();
  const take = async (folder: string): Promise<boolean> => {
    const { rows } = await sql`
      insert into worker (folder, holder, name, tags, lease_until)
      values (${folder}, ${holder}, ${name}, ${tags}, ${leaseEnd})
      on conflict (folder) do update
      set holder = excluded.holder, name = excluded.name, tags = excluded.tags, lease_until = excluded.lease_until
      where worker.lease_until <= now()
      returning folder`.execute(db);
    return rows.length > 0;
  };
  const known = await knownFolders(db, root, name);
  let taken: string | undefined;
  for (const folder of [...known, randomUUID()]) if (taken === undefined && (await take(folder))) taken = folder;
  const folder = join(root, taken!);
  await mkdir(folder, { recursive: true });
  await setAside(root, join(folder, "builds"));
  await takeOver(dataDir, folder);

  let renewedMs = performance.now();
  const renew: WorkerLease["renew"] = async () => {
    const askedMs = performance.now();
    const renewal = sql`
      update worker set lease_until = ${leaseEnd} where holder = ${holder} and ${isAlive} returning folder`.execute(db);
    const answer = await Promise.race([renewal, delay(renewalMs, undefined, { ref: false })]).catch(() => undefined);
    if (answer?.rows.length === 0) return "lost";
    if (answer) renewedMs = askedMs;
    return performance.now() - renewedMs > patienceMs ? "silent" : "held";
  };
  const release = async (): Promise<void> => {
    await sql`update worker set lease_until = now() where holder = ${holder}`.execute(db);
  };
  return { holder, folder, tags, renew, release };
};

/** Matches rows of workers that hold their lease. */
export const isAlive: RawBuilder<boolean> = sql<boolean>`worker.lease_until > now()`;

const leaseEnd = sql`now() + ${leaseMs} * interval '1 ms'`;

/** Lists the folders that may be free, best first. */
const knownFolders = async (db: Db, root: string, name: string): Promise<string[]> => {
  const { rows } = await sql<{ folder: string }>`
    select known.folder from unnest(${await foldersIn(root)}::uuid[]) as known (folder)
    left join worker on worker.folder = known.folder
    order by worker.name is not distinct from ${name} desc, worker.lease_until desc nulls last`.execute(db);
  return rows.map(({ folder }) => folder);
};

/**
 * Removes the builds of dead workers, and their folders after a day: until then a worker that starts can take over the caches. Folders
 * without a row count as dead from now on.
 */
export const sweepFolders = async (db: Db, dataDir: string): Promise<void> => {
  const root = join(dataDir, "workers");
  const folders = await foldersIn(root);
  await sql`
    insert into worker (folder, holder, name, lease_until)
    select folder, gen_random_uuid(), '', now() from unnest(${folders}::uuid[]) as folder
    on conflict do nothing`.execute(db);
  for (const folder of folders) await db.transaction().execute((trx) => retire(trx, root, folder));
  await sql`delete from worker where lease_until < now() - ${knownDays} * interval '1 day'`.execute(db);
  const removed = (await readdir(root).catch(() => [])).filter((name) => name.startsWith(removedPrefix));
  // Another worker may remove the same one; the next sweep finds what is left.
  for (const name of removed) await removeFolder(join(root, name)).catch(() => undefined);
};

/** The locked row keeps a worker that starts from taking the folder meanwhile. */
const retire = async (trx: Trx, root: string, folder: string): Promise<void> => {
  const { rows } = await sql<{ isOld: boolean }>`
    select lease_until < now() - ${keptDays} * interval '1 day' as "isOld" from worker
    where folder = ${folder} and lease_until <= now() for update skip locked`.execute(trx);
  const [dead] = rows;
  if (!dead) return;
  await setAside(root, dead.isOld ? join(root, folder) : join(root, folder, "builds"));
  if (dead.isOld) await sql`delete from worker where folder = ${folder}`.execute(trx);
};

/** Moves what release 0.9.0 kept in DATA_DIR itself: caches into the folder of the first worker that starts, builds away. */
const takeOver = async (dataDir: string, folder: string): Promise<void> => {
  for (const name of ["build-cache", "framework-cache"])
    await rename(join(dataDir, name), join(folder, name)).catch(() => undefined);
  await setAside(join(dataDir, "workers"), join(dataDir, "builds"));
  await rm(join(dataDir, "worker-id"), { force: true });
};

/** Renames a folder, which is instant, so that it can be deleted without a lease. */
const setAside = async (root: string, folder: string): Promise<void> => {
  await rename(folder, join(root, `${removedPrefix}${randomUUID()}`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
};

const foldersIn = async (root: string): Promise<string[]> => (await readdir(root).catch(() => [])).filter(isUuid);
