import { sql } from "kysely";
import { CID } from "multiformats/cid";
import type { Db, Trx } from "../../engines/database/database.ts";
import { prepared } from "../../engines/database/prepared.ts";
import type { Held } from "./model.ts";

/** Adds one holder for each root. Returns the bytes of roots that the team did not hold before. */
export const addHolders = async (trx: Trx, teamId: string, roots: readonly Held[]): Promise<bigint> => {
  if (roots.length === 0) return 0n;
  const wanted = countedBy(roots.map(({ cid }) => cid));
  const sizes = new Map(roots.map(({ cid, sizeBytes }) => [cid, sizeBytes]));
  // The same lock order everywhere prevents deadlocks.
  const cids = [...wanted.keys()].toSorted();
  const { rows } = await sql<{ added: bigint }>`${prepared}
    with given as (
      select * from unnest(
        ${cids.map(keyOf)}::bytea[], ${cids.map((cid) => wanted.get(cid)!)}::int8[], ${cids.map((cid) => sizes.get(cid)!)}::int8[]
      ) as given (cid, holders, size_bytes)
    ), kept as (
      insert into holding as known (team_id, cid, holders, size_bytes)
      select ${teamId}, cid, holders, size_bytes from given
      on conflict (team_id, cid) do update set holders = known.holders + excluded.holders
      returning cid, holders, size_bytes
    )
    select coalesce(sum(kept.size_bytes) filter (where kept.holders = given.holders), 0)::int8 as added
    from kept join given using (cid)
  `.execute(trx);
  return rows[0]!.added;
};

interface Freed {
  readonly freedBytes: bigint;
  readonly freed: readonly Buffer[];
}

/** Removes one holder for each root. Returns the roots that the team no longer holds. */
export const dropHolders = async (trx: Trx, teamId: string, cids: readonly string[]): Promise<Freed> => {
  const dropped = countedBy(cids);
  const distinctCids = [...dropped.keys()];
  const { rows } = await sql<{ cid: Buffer; size_bytes: bigint }>`${prepared}
    with given as (
      select * from unnest(${distinctCids.map(keyOf)}::bytea[], ${distinctCids.map((cid) => dropped.get(cid)!)}::int8[]) as given (cid, holders)
    ), kept as (
      update holding set holders = holding.holders - given.holders
      from given where holding.team_id = ${teamId} and holding.cid = given.cid and holding.holders > given.holders
    )
    delete from holding using given
    where holding.team_id = ${teamId} and holding.cid = given.cid and holding.holders <= given.holders
    returning holding.cid, holding.size_bytes
  `.execute(trx);
  return { freedBytes: rows.reduce((sum, row) => sum + row.size_bytes, 0n), freed: rows.map(({ cid }) => cid) };
};

/** Returns the roots that any team holds. */
export const heldAmong = async (db: Db, cids: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom("holding")
    .select("cid")
    .distinct()
    .where("cid", "=", sql<Buffer>`any(${cids.map(keyOf)}::bytea[])`)
    .execute();
  return rows.map(({ cid }) => CID.decode(cid).toString());
};

/** Queues roots for deletion. */
export const discard = async (trx: Trx, cids: readonly Buffer[]): Promise<void> => {
  if (cids.length === 0) return;
  await sql`
    insert into root_discard (cid) select distinct cid from unnest(${[...cids]}::bytea[]) as given (cid) order by cid
    on conflict do nothing
  `.execute(trx);
};

export const keyOf = (cid: string): Buffer => Buffer.from(CID.parse(cid).bytes);

const countedBy = (cids: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const cid of cids) counts.set(cid, (counts.get(cid) ?? 0) + 1);
  return counts;
};

/** Advisory lock for adding and removing deployments' references to roots. */
const rootsLock = 4_040_007;

/**
 * Locks deployments' references to roots until the transaction ends. Roots are only deleted while no deployment is
 * publishing, so no deployment loses files it has already checked.
 */
export const lockRoots = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${rootsLock})`.execute(trx);
};
