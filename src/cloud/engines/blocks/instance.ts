/**
 * Ties the database, data folder and blob store of an instance together with one ID. With a database that lists none of
 * the store's blobs, an instance would treat them all as unneeded; with two stores, it would miss half of its content.
 */
import { randomUUID } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Db } from "../database/database.ts";
import { blobsInStore, countBlobs } from "./store/blob-rows.ts";
import type { BlobStore } from "./store/blob-store.ts";

const instanceFile = "instance";
/** Number of indexed blobs to look for in a store without an ID. */
const SAMPLE = 100;

interface Places {
  readonly db: Db;
  readonly dataDir: string;
  readonly store: BlobStore;
}

/**
 * Verifies that database, data folder and blob store belong together and returns the instance ID. Throws one message
 * with the remedy.
 */
export const claimInstance = async (places: Places): Promise<string> => {
  const { db, dataDir, store } = places;
  // A store is marked before the database gets the ID, so the mark of an ID found here is in its store by the time that is read.
  const databaseId = await instanceIdOf(db);
  const marks = await readMarks(dataDir, store, databaseId);
  refuseMismatch(places, marks, databaseId);
  if (databaseId === undefined || marks.store === undefined) await refuseStranger(db, store, marks, databaseId);
  const id = databaseId ?? (await begin(places, marks));
  await writeMarks(places, id);
  return id;
};

/** Gives the database an ID, the store's if it has one. Processes that start at once agree on one, and on one store. */
const begin = async ({ db, store }: Places, marks: Marks): Promise<string> => {
  const own = marks.store ?? marks.folder ?? randomUUID();
  if (marks.store === undefined) await store.begin(own);
  await insertInstanceId(db, own);
  const id = (await instanceIdOf(db))!;
  // In this order: `claim` writes the owner before it removes this mark.
  if (id !== own && !(await store.hasBegun(id)) && (await store.owner()) !== id) throw new Error(elsewhere(store, id));
  return id;
};

/**
 * Assigns the data folder and blob store to the database, regardless of their previous one, and allows the next sweep.
 */
export const adoptStore = async ({ db, dataDir, store }: Places): Promise<{ readonly indexedBlobs: number }> => {
  const marks = await readMarks(dataDir, store, undefined);
  await insertInstanceId(db, marks.store ?? marks.folder ?? randomUUID());
  const id = (await instanceIdOf(db))!;
  await writeMarks({ dataDir, store }, id);
  const indexedBlobs = await countBlobs(db);
  await db
    .updateTable("instance")
    .set({ swept_blobs: BigInt(indexedBlobs), sweep_held_at: null })
    .execute();
  return { indexedBlobs };
};

interface Marks {
  readonly folder: string | undefined;
  readonly store: string | undefined;
}

const remedy =
  "Set DATABASE_URL, DATA_DIR and the S3 settings to the same instance, or restore its backup. " +
  'If they do belong together, run "npm run adopt" once.';

const readMarks = async (dataDir: string, store: BlobStore, databaseId: string | undefined): Promise<Marks> => ({
  folder: await readInstanceFile(dataDir),
  store: databaseId !== undefined && (await store.hasBegun(databaseId)) ? databaseId : await store.owner(),
});

const refuseMismatch = (
  { dataDir, store }: Pick<Places, "dataDir" | "store">,
  marks: Marks,
  databaseId: string | undefined,
): void => {
  const places = [
    ["the database", databaseId],
    [`the data folder ${dataDir}`, marks.folder],
    [store.label, marks.store],
  ] as const;
  const [first, ...others] = places.filter(([, id]) => id !== undefined);
  const other = others.find(([, id]) => id !== first![1]);
  if (!first || !other) return;
  throw new Error(
    `${capitalized(first[0])} and ${other[0]} belong to different instances (${first[1]} and ${other[1]}). ${remedy}`,
  );
};

/** Without an ID at either side, the index must list some of the store's blobs, unless everything is new. */
const refuseStranger = async (
  db: Db,
  store: BlobStore,
  marks: Marks,
  databaseId: string | undefined,
): Promise<void> => {
  const sample = await blobsInStore(db, SAMPLE);
  for (const id of sample) if ((await store.size(id)) !== undefined) return;
  const holdsBlobs = await hasAny(store);
  if (sample.length > 0) {
    const problem = holdsBlobs ? "contains none of them" : "is empty";
    throw new Error(`The database lists blobs, but ${store.label} ${problem}. ${remedy}`);
  }
  if (holdsBlobs)
    throw new Error(
      `${capitalized(store.label)} contains blobs, but the database lists none: the database is new or from another instance. ${remedy}`,
    );
  if (databaseId !== undefined) throw new Error(elsewhere(store, databaseId));
  const marked = marks.store ?? marks.folder;
  if (marked !== undefined)
    throw new Error(`The database is new, but DATA_DIR or the S3 bucket belongs to instance ${marked}. ${remedy}`);
};

const elsewhere = ({ label }: BlobStore, id: string): string =>
  `The database belongs to instance ${id}, whose blobs are not in ${label}. All processes of an instance share one data directory or S3 bucket. ${remedy}`;

const hasAny = async (store: BlobStore): Promise<boolean> => {
  for await (const _ of store.all()) return true;
  return false;
};

const writeMarks = async ({ dataDir, store }: Pick<Places, "dataDir" | "store">, id: string): Promise<void> => {
  if ((await store.owner()) !== id) await store.claim(id);
  if ((await readInstanceFile(dataDir)) !== id) await writeInstanceFile(dataDir, id);
};

const instanceIdOf = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom("instance").select("id").executeTakeFirst())?.id;

/** The first ID stays. */
const insertInstanceId = async (db: Db, id: string): Promise<void> => {
  await sql`insert into instance (id) values (${id}) on conflict do nothing`.execute(db);
};

export const readInstanceFile = async (dataDir: string): Promise<string | undefined> => {
  try {
    return (await readFile(join(dataDir, instanceFile), "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
};

export const writeInstanceFile = async (dataDir: string, id: string): Promise<void> => {
  const path = join(dataDir, instanceFile);
  const unfinished = `${path}.${randomUUID()}.tmp`;
  const handle = await open(unfinished, "wx", 0o600);
  try {
    await handle.writeFile(`${id}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, path);
};

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
