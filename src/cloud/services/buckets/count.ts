/** Updates a bucket's counters together with its objects. */
import { sql } from "kysely";
import type { Trx } from "../../engines/database/database.ts";
import { prepared } from "../../engines/database/prepared.ts";
import { bucketIdOf } from "./place.ts";
import type { ObjectRow } from "./rows.ts";

type Objects = ReadonlyMap<string, ObjectRow>;

/**
 * Applies the difference between `before` and `after` to the buckets' counters, and stores the hour's latest values.
 */
export const countChanges = async (
  trx: Trx,
  places: readonly string[],
  before: Objects,
  after: Objects,
): Promise<void> => {
  const changes = new Map<string, { objects: number; bytes: bigint }>();
  for (const place of places) {
    const [was, is] = [before.get(place), after.get(place)];
    if (was === is) continue;
    const change = changes.get(bucketIdOf(place)) ?? { objects: 0, bytes: 0n };
    change.objects += (is ? 1 : 0) - (was ? 1 : 0);
    change.bytes += (is?.size_bytes ?? 0n) - (was?.size_bytes ?? 0n);
    changes.set(bucketIdOf(place), change);
  }
  for (const [bucketId, { objects, bytes }] of changes) {
    await sql`${prepared}
      with counted as (
        update bucket set object_count = object_count + ${objects}, size_bytes = size_bytes + ${bytes}
        where id = ${bucketId} returning id, object_count, size_bytes
      )
      insert into bucket_hour (bucket_id, hour, object_count, size_bytes)
      select id, date_trunc('hour', clock_timestamp(), 'UTC'), object_count, size_bytes from counted
      on conflict (bucket_id, hour) do update set object_count = excluded.object_count, size_bytes = excluded.size_bytes
    `.execute(trx);
  }
};
