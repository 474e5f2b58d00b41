/** Records of foreign names: submitted by clients or fetched from the configured gateways. */
import { sql } from "kysely";
import type { Logger } from "pino";
import { ipnsRecordBytesMax, ipnsRecordsKept } from "../../../../resources/gateway/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Fetch } from "../../engines/network/fetch.ts";
import { callEngine } from "../../kernel/observe/process-metrics.ts";
import { isValid, verifyRecord, readRecord, type ReadRecord } from "./record.ts";

const missingMs = 15_000;
const missingMax = 10_000;

interface Deps {
  readonly db: Db;
  readonly fetch: Fetch;
  readonly gateways: readonly string[];
  readonly log: Logger;
}

/** Creates the store. `gateways`: base URLs of trustless gateways; if empty, only submitted records are known. */
export const createForeignRecords = ({ db, fetch, gateways, log }: Deps) => {
  /** Stores a verified record; returns false if the stored one is as new or newer. */
  const store = async (key: string, { bytes, sequence, expiresAt }: ReadRecord): Promise<boolean> => {
    const stored = await db
      .insertInto("ipns_record")
      .values({ key, record: Buffer.from(bytes), sequence, expires_at: expiresAt, fetched_at: new Date() })
      .onConflict((conflict) =>
        conflict
          .column("key")
          .doUpdateSet((eb) => ({
            record: eb.ref("excluded.record"),
            sequence: eb.ref("excluded.sequence"),
            expires_at: eb.ref("excluded.expires_at"),
            fetched_at: eb.ref("excluded.fetched_at"),
          }))
          .where(
            sql<boolean>`(excluded.sequence, excluded.expires_at) > (ipns_record.sequence, ipns_record.expires_at)`,
          ),
      )
      .returning("key")
      .executeTakeFirst();
    if (stored) await dropOldest(db);
    return stored !== undefined;
  };

  const fetchNewest = async (key: string): Promise<ReadRecord | undefined> => {
    const records = await Promise.all(
      gateways.map((gateway) =>
        fetchRecord(fetch, gateway, key).catch((error: unknown) => {
          log.debug({ err: error, gateway, key }, "Could not fetch an IPNS record from a gateway");
          return undefined;
        }),
      ),
    );
    return records.filter((record) => record !== undefined).toSorted(newestFirst)[0];
  };

  const missing = createMissing();

  return {
    store,
    /** The currently valid record, fetched again after its cache lifetime. */
    async current(key: string): Promise<ReadRecord | undefined> {
      const row = await db
        .selectFrom("ipns_record")
        .select(["record", "fetched_at"])
        .where("key", "=", key)
        .executeTakeFirst();
      const cached = row && readRecord(row.record);
      const ageSeconds = row ? (Date.now() - row.fetched_at.getTime()) / 1000 : 0;
      const isFresh = cached && ageSeconds >= 0 && ageSeconds < cached.ttlSeconds;
      if (gateways.length === 0 || isFresh) return stillValid(cached, isFresh ? ageSeconds : 0);
      const fetchedRecord = missing.has(key) ? undefined : await fetchNewest(key);
      if (!fetchedRecord && !cached) missing.add(key);
      if (fetchedRecord && !(await store(key, fetchedRecord))) await touch(db, key);
      return stillValid([fetchedRecord, cached].filter((record) => record !== undefined).toSorted(newestFirst)[0], 0);
    },
  };
};

/** Caches names without a record, because clients can request arbitrary names. */
const createMissing = () => {
  let keys = new Set<string>();
  let until = 0;
  return {
    has: (key: string): boolean => performance.now() < until && keys.has(key),
    add(key: string): void {
      if (performance.now() >= until || keys.size >= missingMax) {
        keys = new Set();
        until = performance.now() + missingMs;
      }
      keys.add(key);
    },
  };
};

/** Returns an unexpired record with its remaining cache time. */
const stillValid = (record: ReadRecord | undefined, ageSeconds: number): ReadRecord | undefined =>
  record && isValid(record)
    ? { ...record, ttlSeconds: Math.max(0, record.ttlSeconds - Math.floor(ageSeconds)) }
    : undefined;

/** Fetches a record from a gateway. Throws if there is no valid one. */
const fetchRecord = async (fetch: Fetch, gateway: string, key: string): Promise<ReadRecord> => {
  const of = { engine: "ipfs", upstream: new URL(gateway).host, operation: "record" } as const;
  const answer = await callEngine(of, () =>
    fetch(`${gateway.replace(/\/$/, "")}/ipns/${key}?format=ipns-record`, {
      headers: { accept: "application/vnd.ipfs.ipns-record" },
    }),
  );
  if (!answer.ok) throw new Error(`The gateway responded with status ${answer.status}.`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length > ipnsRecordBytesMax) throw new Error("The record is too large.");
  return verifyRecord(key, bytes);
};

/** Sorts by sequence number, then by expiry date. */
const newestFirst = (one: ReadRecord, other: ReadRecord): number => {
  if (one.sequence !== other.sequence) return one.sequence > other.sequence ? -1 : 1;
  return other.expiresAt.getTime() - one.expiresAt.getTime();
};

/** Marks a stored record as fetched now, if nothing newer was found. */
const touch = async (db: Db, key: string): Promise<void> => {
  await db.updateTable("ipns_record").set({ fetched_at: new Date() }).where("key", "=", key).execute();
};

/** Deletes records beyond the limit: expired ones first, then the least recently fetched. */
const dropOldest = async (db: Db): Promise<void> => {
  await sql`
    delete from ipns_record where key in (
      select key from ipns_record order by expires_at < now(), fetched_at desc offset ${ipnsRecordsKept}
    )
  `.execute(db);
};
