import { sql } from "kysely";
import type { Db, Trx } from "../engines/database/database.ts";
import { prepared } from "../engines/database/prepared.ts";
import type { StoredResource } from "./tables.ts";

const secondsSince = sql`greatest(extract(epoch from clock_timestamp() - kept.changed_at), 0)`;

interface Level {
  readonly sizeBytes: bigint;
  /** By the grants that are active now; 0 where only the row was locked. */
  readonly allowedBytes: bigint;
}

/**
 * Changes how many bytes a team has in store, within the transaction that adds or drops what holds them; the row stays
 * locked until it ends. Returns the new level, which never goes below zero, with what is allowed.
 */
export const changeLevel = async (
  trx: Trx,
  teamId: string,
  resource: StoredResource,
  deltaBytes: bigint,
): Promise<Level> => {
  // Only to hold the row: read, since each write of it leaves a version behind.
  const held = deltaBytes === 0n ? await lockLevel(trx, teamId, resource) : undefined;
  if (held !== undefined) return { sizeBytes: held, allowedBytes: 0n };
  const delta = deltaBytes.toString();
  const now = new Date();
  // `greatest`, for a check constraint also judges the row that an upsert proposes and then does not insert.
  const { rows } = await sql<{ size_bytes: bigint; allowed_bytes: bigint }>`${prepared}
    insert into storage_level as kept (team_id, resource, size_bytes) values (${teamId}, ${resource}, greatest(${delta}::bigint, 0))
    on conflict (team_id, resource) do update set
      size_bytes = kept.size_bytes + ${delta}::bigint,
      byte_seconds = kept.byte_seconds + kept.size_bytes * ${secondsSince},
      changed_at = clock_timestamp()
    returning size_bytes, (
      select coalesce(sum(amount), 0)::int8 from allowance_grant
      where team_id = ${teamId} and resource = ${resource} and starts_at <= ${now} and (ends_at is null or ends_at > ${now})
    ) as allowed_bytes
  `.execute(trx);
  return { sizeBytes: rows[0]!.size_bytes, allowedBytes: rows[0]!.allowed_bytes };
};

/** undefined while the team never had anything in store. */
const lockLevel = async (trx: Trx, teamId: string, resource: StoredResource): Promise<bigint | undefined> => {
  const { rows } = await sql<{ size_bytes: bigint }>`${prepared}
    select size_bytes from storage_level where team_id = ${teamId} and resource = ${resource} for no key update
  `.execute(trx);
  return rows[0]?.size_bytes;
};

/** Bytes times seconds that a team has had in store until now. */
export const byteSecondsOf = async (db: Db, teamId: string, resource: StoredResource): Promise<bigint> => {
  const { rows } = await sql<{ byte_seconds: bigint }>`
    select trunc(kept.byte_seconds + kept.size_bytes * ${secondsSince})::text as byte_seconds
    from storage_level as kept where team_id = ${teamId} and resource = ${resource}
  `.execute(db);
  return BigInt(rows[0]?.byte_seconds ?? 0);
};

/** Bytes that a team has in store. */
export const levelOf = async (db: Db, teamId: string, resource: StoredResource): Promise<bigint> => {
  const row = await db
    .selectFrom("storage_level")
    .select("size_bytes")
    .where("team_id", "=", teamId)
    .where("resource", "=", resource)
    .executeTakeFirst();
  return row?.size_bytes ?? 0n;
};
