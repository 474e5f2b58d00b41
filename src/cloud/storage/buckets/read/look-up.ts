/** Looks up objects by name. Requests that arrive during a query share the next one. */
import { sql } from "kysely";
import type { Db } from "../../../engines/database/database.ts";
import { prepared } from "../../../engines/database/prepared.ts";
import type { ObjectRow } from "../rows.ts";

type LookUp = (named: Named) => Promise<ObjectRow | undefined>;

interface Named {
  readonly bucketId: string;
  readonly key: string;
}

interface Waiting extends Named {
  resolve(row: ObjectRow | undefined): void;
  reject(error: unknown): void;
}

/** Never returns a result older than its request: requests during a query wait for the next one. */
export const createLookUp = (db: Db): LookUp => {
  let waiting: Waiting[] = [];
  let isRunning = false;

  const runBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const rows = await objectsAt(db, batch);
      for (const lookup of batch) lookup.resolve(rows.get(placeOf(lookup)));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await runBatch(batch);
    }
    isRunning = false;
  };

  return (named) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...named, resolve, reject });
      if (!isRunning) void run();
    });
};

/** Finds objects by bucket and key. Returns them by place. */
export const objectsAt = async (db: Db, named: readonly Named[]): Promise<Map<string, ObjectRow>> => {
  const { rows } = await sql<ObjectRow & { bucket_id: string }>`${prepared}
    select object.bucket_id, object.key, object.cid, object.size_bytes, object.etag, object.attributes, object.checks,
      object.modified_at, object.version_id, object.lock
    from (
      select distinct * from unnest(${named.map(({ bucketId }) => bucketId)}::uuid[], ${named.map(({ key }) => key)}::text[])
    ) as wanted (bucket_id, key)
    join bucket_object as object on object.bucket_id = wanted.bucket_id and object.key = wanted.key collate "C"
  `.execute(db);
  return new Map(rows.map((row) => [placeOf({ bucketId: row.bucket_id, key: row.key }), row]));
};

// An object's place, as a map key: the bucket's ID, which has a fixed length, then the object's key.

const idLength = 36;

export const placeOf = ({ bucketId, key }: { readonly bucketId: string; readonly key: string }): string =>
  `${bucketId}/${key}`;

export const bucketIdOf = (place: string): string => place.slice(0, idLength);

export const keyOf = (place: string): string => place.slice(idLength + 1);
