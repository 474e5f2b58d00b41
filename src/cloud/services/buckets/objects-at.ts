import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";
import { prepared } from "../../engines/database/prepared.ts";
import { placeOf } from "./place.ts";
import type { ObjectRow } from "./rows.ts";

interface Named {
  readonly bucketId: string;
  readonly key: string;
}

/** Finds objects by bucket and key. Returns them by place. */
export const objectsAt = async (db: Db, named: readonly Named[]): Promise<Map<string, ObjectRow>> => {
  const { rows } = await sql<ObjectRow & { bucket_id: string }>`${prepared}
    select object.bucket_id, object.key, object.cid, object.size_bytes, object.etag, object.attributes, object.checks,
      object.modified_at
    from (
      select distinct * from unnest(${named.map(({ bucketId }) => bucketId)}::uuid[], ${named.map(({ key }) => key)}::text[])
    ) as wanted (bucket_id, key)
    join bucket_object as object on object.bucket_id = wanted.bucket_id and object.key = wanted.key collate "C"
  `.execute(db);
  return new Map(rows.map((row) => [placeOf({ bucketId: row.bucket_id, key: row.key }), row]));
};
