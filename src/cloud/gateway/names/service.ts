/** IPNS: names with keys stored here, foreign records, and name resolution. */
import type { Logger } from "pino";
import { ipnsRecordBytesMax } from "../../../../resources/gateway/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Config } from "../../config.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Fetch } from "../../engines/network/fetch.ts";
import type { Duty } from "../../kernel/duties.ts";
import { everywhere } from "../../kernel/events.ts";
import { createLookupCache } from "../../lib/lookup-cache.ts";
import { createSecretBox, type SecretBox } from "../../kernel/secret-box.ts";
import { createForeignRecords } from "./foreign.ts";
import { listNames } from "./list.ts";
import { parseName } from "./name.ts";
import { createName, lockName, type NameRow, type NewName, republishAt, signNext } from "./names.ts";
import { cacheSeconds, isValid, readRecord, type ReadRecord, verifyRecord } from "./record.ts";
import { type CurrentRecord, type Resolved, resolveName } from "./resolve.ts";
import { parseValue, valueText } from "./value.ts";

/**
 * Stores a newer record of one of our own names, signed before the database was restored from a backup, so that sequence
 * numbers continue from it. Returns undefined if the name is not ours, false if the record is not newer.
 */
const adoptRecord = (db: Db, key: string, record: ReadRecord): Promise<boolean | undefined> =>
  db.transaction().execute(async (trx) => {
    const own = await trx
      .selectFrom("ipns_name")
      .select(["sequence", "lifetime_days"])
      .where("key", "=", key)
      .forUpdate()
      .executeTakeFirst();
    if (!own) return undefined;
    const value = parseValue(record.value);
    if (!value || record.sequence <= BigInt(own.sequence)) return false;
    await trx
      .updateTable("ipns_name")
      .set({
        value: valueText(value),
        sequence: record.sequence,
        record: Buffer.from(record.bytes),
        expires_at: record.expiresAt,
        republish_at: republishAt(record.expiresAt, own.lifetime_days),
        updated_at: new Date(),
      })
      .where("key", "=", key)
      .execute();
    return true;
  });

const atOnce = 20;

/**
 * Renews every record that is past half of its lifetime, for the same lifetime. Several processes can share the work:
 * each skips names locked by others.
 */
const renewDue = async (db: Db, box: SecretBox): Promise<number> => {
  let renewed = 0;
  for (let count = atOnce; count === atOnce; renewed += count) {
    count = await db.transaction().execute(async (trx) => {
      const due = await trx
        .selectFrom("ipns_name")
        .selectAll()
        .where("republish_at", "<=", new Date())
        .orderBy("republish_at")
        .limit(atOnce)
        .forUpdate()
        .skipLocked()
        .execute();
      for (const row of due) await signNext(trx, box, row);
      return due.length;
    });
  }
  return renewed;
};

export { parseName } from "./name.ts";
export type { Resolved } from "./resolve.ts";
export type { NameRow, NewName } from "./names.ts";

export type Ipns = ReturnType<typeof createIpns>;

/** Cache time of records, in addition to their TTL, to limit database reads. */
const cacheMs = 1000;

interface Deps {
  readonly config: Pick<Config, "DATA_DIR" | "SECRET_KEY" | "IPFS_GATEWAYS">;
  readonly log: Logger;
  /** Reaches public hosts and the configured gateways only. */
  readonly fetch: Fetch;
  /** Called with a key within the transaction that changes the name's target. */
  nameChanged(trx: Trx, key: string): Promise<void>;
}

export const createIpns = (
  { database: { db }, realtime }: Pick<Engines, "database" | "realtime">,
  { config, log, fetch, nameChanged }: Deps,
) => {
  const box = createSecretBox(config);
  const foreign = createForeignRecords({ db, fetch, gateways: config.IPFS_GATEWAYS, log });
  const current = async (key: string): Promise<CurrentRecord | undefined> => {
    const own = await db
      .selectFrom("ipns_name")
      .select(["record", "team_id"])
      .where("key", "=", key)
      .executeTakeFirst();
    const record = own ? { ...readRecord(own.record), teamId: own.team_id } : await foreign.current(key);
    return record && isValid(record) ? record : undefined;
  };
  const cache = createLookupCache(cacheMs, current);
  /** Call after a committed name change: every process reads the name again. */
  const changed = everywhere(realtime, "ipnsChanged", cache.clear);
  /** Renews due records; returns their number. */
  const renew = async (): Promise<number> => {
    const renewed = await renewDue(db, box);
    if (renewed > 0) changed();
    return renewed;
  };

  return {
    /**
     * Resolves a name ("k51…" or another encoding), through other names if needed. Returns undefined for unknown, expired or
     * invalid names and loops. `fresh` bypasses the cache.
     */
    resolve: (name: string, { fresh = false }: { readonly fresh?: boolean } = {}): Promise<Resolved | undefined> =>
      resolveName(name, fresh ? current : cache.get),
    /** Returns a name's canonical form; undefined for an invalid name. */
    keyOf: parseName,
    /** Returns the name's currently valid record; its `ttlSeconds` end with it. */
    record: async (name: string): Promise<ReadRecord | undefined> => {
      const key = parseName(name);
      const record = key === undefined ? undefined : await cache.get(key);
      return record && isValid(record) ? { ...record, ttlSeconds: cacheSeconds(record) } : undefined;
    },
    /** Accepts a submitted record. Throws IPNS_NAME_INVALID, IPNS_RECORD_INVALID or IPNS_RECORD_OLD. */
    accept: async (name: string, bytes: Uint8Array): Promise<void> => {
      const key = parseName(name);
      if (key === undefined) throw new AppError("IPNS_NAME_INVALID");
      const record = await verifiedRecord(key, bytes);
      const isNewer = (await adoptRecord(db, key, record)) ?? (await foreign.store(key, record));
      if (isNewer) await db.transaction().execute((trx) => nameChanged(trx, key));
      changed();
      const now = await cache.get(key);
      if (!isNewer && !(now && Buffer.compare(now.bytes, bytes) === 0)) throw new AppError("IPNS_RECORD_OLD");
    },
    /** Call `changed` after committing this or any other change. */
    create: (trx: Trx, teamId: string, input: NewName): Promise<NameRow> => createName(trx, box, teamId, input),
    publish: async (
      trx: Trx,
      teamId: string,
      key: string,
      change: { readonly value: string; readonly lifetime?: number | undefined },
    ): Promise<NameRow> => {
      const row = await signNext(trx, box, await lockName(trx, teamId, key), change);
      await nameChanged(trx, key);
      return row;
    },
    /** Deletes a name; returns its label. */
    remove: async (trx: Trx, teamId: string, key: string): Promise<string> => {
      const { name } = await lockName(trx, teamId, key);
      await trx.deleteFrom("ipns_name").where("key", "=", key).execute();
      return name;
    },
    list: listNames,
    changed,
    renew,
    /** Starts renewing records. */
    duties: [{ name: "Renew IPNS records", every: "1 min", scope: "cluster", run: renew }] satisfies readonly Duty[],
  };
};

const verifiedRecord = async (key: string, bytes: Uint8Array): Promise<ReadRecord> => {
  if (bytes.length > ipnsRecordBytesMax) throw new AppError("IPNS_RECORD_INVALID");
  try {
    return await verifyRecord(key, bytes);
  } catch {
    throw new AppError("IPNS_RECORD_INVALID");
  }
};
