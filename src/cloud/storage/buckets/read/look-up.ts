/** Looks up objects by name. */
import { sql } from "kysely";
import { batched } from "../../../engines/database/batched.ts";
import type { Db } from "../../../engines/database/database.ts";
import { prepared } from "../../../engines/database/prepared.ts";
import type { ObjectRow } from "../rows.ts";

interface Named {
  readonly bucketId: string;
  readonly key: string;
}

/** Looks up objects; concurrent requests share a query. */
export const createLookUp = (db: Db): ((named: Named) => Promise<ObjectRow | undefined>) =>
  batched(async (named) => {
    const rows = await objectsAt(db, named);
    return (one) => rows.get(placeOf(one));
  });

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
