/** Iterates over the files of a selection, with their paths in an archive. */
import { sql } from "kysely";
import type { Db } from "../../../engines/database/database.ts";
import { besideFolder, folderOfKey, isFolderKey, pathOfKey } from "../../../engines/blocks/dag/key-path.ts";
import { listObjects } from "./list.ts";
import { objectColumns, objectOf } from "../rows.ts";
import type { StoredObject } from "../model.ts";

/** Selected keys and prefixes. Archive paths are relative to `base`. */
export interface Selection {
  readonly base: string;
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
}

declare module "../../../engines/database/tables.ts" {
  interface ColumnTypes {
    "bucket_download.selection": Selection;
  }
}

const keysAtOnce = 500;

export interface SelectedFile {
  readonly object: StoredObject;
  /** The key relative to the selection's base. */
  readonly name: string;
  /** A sanitized "/"-separated path. Folders end with a slash; the base itself is empty. */
  readonly path: string;
}

export async function* filesOf(db: Db, bucketId: string, selection: Selection): AsyncGenerator<SelectedFile> {
  for await (const objects of pagesOf(db, bucketId, selection)) {
    const folders = await alsoFolders(
      db,
      bucketId,
      objects.map(({ key }) => key),
    );
    for (const object of objects) {
      const name = object.key.startsWith(selection.base) ? object.key.slice(selection.base.length) : object.key;
      yield { object, name, path: pathOf(name, object.sizeBytes, folders.has(object.key)) };
    }
  }
}

async function* pagesOf(
  db: Db,
  bucketId: string,
  { keys, prefixes }: Selection,
): AsyncGenerator<readonly StoredObject[]> {
  const outer = prefixes.filter((prefix, at) => !prefixes.some((other, index) => covers(other, prefix, index < at)));
  for (const prefix of outer) {
    for (let after: string | undefined = ""; after !== undefined;) {
      const page = await listObjects(db, bucketId, { prefix, delimiter: "", after, limit: keysAtOnce });
      yield page.entries;
      after = page.next;
    }
  }
  const single = [...new Set(keys)].filter((key) => !outer.some((prefix) => key.startsWith(prefix)));
  for (let at = 0; at < single.length; at += keysAtOnce) {
    const rows = await db
      .selectFrom("bucket_object")
      .select(objectColumns)
      .where("bucket_id", "=", bucketId)
      .where("key", "=", sql<string>`any(${single.slice(at, at + keysAtOnce)}::text[])`)
      .orderBy("key")
      .execute();
    yield rows.map(objectOf);
  }
}

/** Whether another prefix makes this one redundant. Of two equal prefixes, the first is used. */
const covers = (other: string, prefix: string, isBefore: boolean): boolean =>
  prefix.startsWith(other) && (other.length < prefix.length || isBefore);

/** Returns the keys that are also folders of other keys. */
const alsoFolders = async (db: Db, bucketId: string, keys: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${[...keys]}::text[]) as wanted (key)
    where exists (
      select from bucket_object as inner_object
      where inner_object.bucket_id = ${bucketId} and inner_object.key >= (wanted.key || '/') collate "C"
        and inner_object.key < (wanted.key || '0') collate "C"
    )
  `.execute(db);
  return new Set(rows.map(({ key }) => key));
};

const pathOf = (name: string, sizeBytes: number, isAlsoFolder: boolean): string => {
  if (isFolderKey(name, sizeBytes)) {
    return folderOfKey(name)
      .map((part) => `${part}/`)
      .join("");
  }
  const path = pathOfKey(name);
  return [...path.slice(0, -1), isAlsoFolder ? besideFolder(path.at(-1)!) : path.at(-1)!].join("/");
};
