import { sql } from "kysely";
import type { Db, Trx } from "../../../engines/database/database.ts";
import { prepared } from "../../../engines/database/prepared.ts";
import type { RowOf } from "../../../engines/database/tables.ts";

export type StoredResource = RowOf<"storage_level">["resource"];

const secondsSince = sql`greatest(extract(epoch from clock_timestamp() - kept.changed_at), 0)`;

/**
 * Changes a team's stored bytes within the transaction that adds or deletes the content; the row stays locked until it
 * ends. Returns the new level in bytes, never below zero. Each change is recorded until it is settled.
 */
export const changeLevel = async (
  trx: Trx,
  teamId: string,
  resource: StoredResource,
  deltaBytes: bigint,
): Promise<bigint> => {
  // Only locks the row, because each write would leave a dead tuple.
  const held = deltaBytes === 0n ? await lockLevel(trx, teamId, resource) : undefined;
  if (held !== undefined) return held;
  const delta = deltaBytes.toString();
  // `greatest`, because a check constraint also applies to the proposed row of an upsert.
  const { rows } = await sql<{ size_bytes: bigint }>`${prepared}
    with level as (insert into storage_level as kept (team_id, resource, size_bytes) values (${teamId}, ${resource}, greatest(${delta}::bigint, 0))
    on conflict (team_id, resource) do update set
      size_bytes = kept.size_bytes + ${delta}::bigint,
      byte_seconds = kept.byte_seconds + kept.size_bytes * ${secondsSince},
      changed_at = greatest(clock_timestamp(), kept.changed_at)
    returning size_bytes, changed_at
    ), noted as (
      insert into storage_change (team_id, resource, at, size_bytes)
      select ${teamId}, ${resource}, changed_at, size_bytes from level
    )
    select size_bytes from level
  `.execute(trx);
  return rows[0]!.size_bytes;
};

/** Returns undefined if the team never stored anything. */
const lockLevel = async (trx: Trx, teamId: string, resource: StoredResource): Promise<bigint | undefined> => {
  const { rows } = await sql<{ size_bytes: bigint }>`${prepared}
    select size_bytes from storage_level where team_id = ${teamId} and resource = ${resource} for no key update
  `.execute(trx);
  return rows[0]?.size_bytes;
};

/** Returns a team's stored bytes. */
export const levelOf = async (db: Db, teamId: string, resource: StoredResource): Promise<bigint> => {
  const row = await db
    .selectFrom("storage_level")
    .select("size_bytes")
    .where("team_id", "=", teamId)
    .where("resource", "=", resource)
    .executeTakeFirst();
  return row?.size_bytes ?? 0n;
};

/** Returns a team's permanently stored bytes, and the highest level ever paid for by packages or LAND. */
export const paidOf = async (
  db: Db,
  teamId: string,
  resource: StoredResource,
): Promise<{ sizeBytes: bigint; paidBytes: bigint }> => {
  const row = await db
    .selectFrom("storage_level")
    .select(["size_bytes", "paid_bytes"])
    .where("team_id", "=", teamId)
    .where("resource", "=", resource)
    .executeTakeFirst();
  return { sizeBytes: row?.size_bytes ?? 0n, paidBytes: row?.paid_bytes ?? 0n };
};
