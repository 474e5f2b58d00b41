/**
 * Copies the embedded database's write-ahead log to the backups. A replication slot keeps the log until it is copied; its name is that of a
 * chain of segments. A restored database has no slot, so it starts another chain, and segments of one name never mix.
 */
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { walName } from "./copy-data.ts";
import { segmentName } from "./manifest.ts";
import { compressed, type Repository } from "./repository.ts";

const slotPrefix = "freehold_wal_";

/** Returns the chain that is copied; undefined if there is none, or if PostgreSQL deleted a segment before it was copied. */
export const currentChain = async (client: ClientBase): Promise<string | undefined> => {
  const { rows } = await client.query<{ slot: string }>(
    "select slot_name::text as slot from pg_replication_slots where starts_with(slot_name::text, $1) and wal_status <> 'lost'",
    [slotPrefix],
  );
  return rows[0]?.slot.slice(slotPrefix.length);
};

/** Starts a chain with the log of now. */
export const startChain = async (client: ClientBase): Promise<string> => {
  await endChains(client);
  const chain = randomBytes(4).toString("hex");
  await client.query("select pg_create_physical_replication_slot($1, true)", [`${slotPrefix}${chain}`]);
  return chain;
};

/** Lets PostgreSQL delete the log. */
export const endChains = async (client: Pick<ClientBase, "query">): Promise<void> => {
  await client.query(
    "select pg_drop_replication_slot(slot_name) from pg_replication_slots where starts_with(slot_name::text, $1) and not active",
    [slotPrefix],
  );
};

/**
 * Copies the segments that are not yet copied. `before` runs when they are known and copies what they refer to. Returns the time up to
 * which all commits are copied; undefined without a chain.
 */
export const copySegments = async (
  client: ClientBase,
  dataDir: string,
  repository: Repository,
  before: () => Promise<void>,
): Promise<Date | undefined> => {
  const chain = await currentChain(client);
  if (chain === undefined) return undefined;
  const slot = `${slotPrefix}${chain}`;
  const { rows: clock } = await client.query<{ at: Date }>("select clock_timestamp() as at");
  const { rows } = await client.query<{ end: string; first: string }>(
    `select pg_switch_wal()::text as end, pg_walfile_name(restart_lsn) as first
     from pg_replication_slots where slot_name = $1`,
    [slot],
  );
  const [{ end, first }] = rows as [{ end: string; first: string }];
  const { rows: names } = await client.query<{ last: string }>("select pg_walfile_name($1::pg_lsn) as last", [end]);
  const { last } = names[0]!;
  await before();
  for (const name of (await readdir(join(dataDir, "pg_wal"))).toSorted()) {
    const isDue = walName.test(name) ? name >= first && name <= last : name.endsWith(".history");
    if (isDue)
      await repository.put(segmentName(chain, name), compressed(createReadStream(join(dataDir, "pg_wal", name))));
  }
  await client.query("select pg_replication_slot_advance($1, $2::pg_lsn)", [slot, end]);
  return clock[0]!.at;
};
