/** Counts requests per key in memory and saves them twice a second: a crash loses at most one second, also while a write takes long. */
import { sql } from "kysely";
import type { Logger } from "pino";
import type { RpcLogReason } from "../../../../resources/rpc/errors.ts";
import { rpcCountsDays, rpcLogDays, rpcLogPerKey } from "../../../../resources/rpc/limits.ts";
import type { Outcomes } from "../../billing/ledger/usage/outcomes.ts";
import type { Db } from "../../engines/database/database.ts";
import { bucketOf } from "./latency.ts";
import { payloadOf, type Payload, type Sent } from "./payload.ts";

export interface Answered {
  readonly teamId: string;
  readonly keyId: string;
  /** "ethereum/mainnet". */
  readonly chain: string;
  readonly method: string;
  readonly ms: number;
  /** Charged units. */
  readonly units: number;
  readonly cached: boolean;
  readonly upstream?: string | undefined;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown } | undefined;
  /** Why it was refused or failed. */
  readonly reason?: RpcLogReason | undefined;
  /** What the client sent; kept only with an error. */
  readonly sent?: Sent | undefined;
}

/** A request of the log: without what was sent, but for the kept parts. */
type Line = Omit<Answered, "sent"> & { readonly at: Date; readonly payload: Payload };

export type Counts = ReturnType<typeof createCounts>;

interface Tally {
  requests: number;
  units: number;
  errors: number;
  cached: number;
}

interface Pending {
  tallies: Map<string, Tally>;
  latencies: Map<string, number>;
  lines: Line[];
}

/** Log lines kept between two flushes, errors first. */
const linesMax = 500;
const errorMax = 300;
/** For methods that are unknown or not offered, and for requests that could not be sent. */
export const otherMethod = "other";
const methodsMax = 2000;
const methodNotFound = -32_601;
const separator = "\n";

export const createCounts = (db: Db, log: Logger, outcomes: Pick<Outcomes, "record">) => {
  let pending = nothing();
  let flushing: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    const batch = pending;
    pending = nothing();
    if (batch.tallies.size === 0) return;
    try {
      await writePending(db, batch);
    } catch (error) {
      log.warn({ err: error }, "Couldn't save RPC usage; trying again");
      pending = joined(batch, pending);
    }
  };
  return {
    record: ({ sent, ...answered }: Answered): void => {
      const { teamId, keyId, chain, units, cached, error, ms } = answered;
      outcomes.record(teamId, "RPC", error !== undefined);
      const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
      // Clients can invent names that no node knows.
      const isKnown = error?.code !== methodNotFound && pending.tallies.size < methodsMax;
      const method = isKnown ? answered.method : otherMethod;
      const tally = entryOf(pending.tallies, [keyId, teamId, hour, chain, method].join(separator));
      tally.requests += 1;
      tally.units += units;
      tally.errors += error ? 1 : 0;
      tally.cached += cached ? 1 : 0;
      const latency = [keyId, teamId, hour, chain, bucketOf(ms)].join(separator);
      pending.latencies.set(latency, (pending.latencies.get(latency) ?? 0) + 1);
      if (pending.lines.length < linesMax || error) {
        if (pending.lines.length >= linesMax)
          pending.lines.splice(pending.lines.findIndex((line) => !line.error) >>> 0, 1);
        if (pending.lines.length < linesMax)
          pending.lines.push({ ...answered, at: new Date(), payload: error && sent ? payloadOf(sent, error) : {} });
      }
    },
    /** Saves the counts; a concurrent call waits for the first. */
    flush: (): Promise<void> => (flushing = flushing.then(write)),
    sweep: async (): Promise<void> => {
      const before = (days: number): Date => new Date(Date.now() - days * 86_400_000);
      await db.deleteFrom("rpc_count").where("hour", "<", before(rpcCountsDays)).execute();
      await db.deleteFrom("rpc_latency").where("hour", "<", before(rpcCountsDays)).execute();
      await db.deleteFrom("rpc_log").where("at", "<", before(rpcLogDays)).execute();
      await sql`
        delete from rpc_log using (
          select id from (select id, row_number() over (partition by key_id order by id desc) as place from rpc_log) as line
          where place > ${rpcLogPerKey}
        ) as old where rpc_log.id = old.id
      `.execute(db);
    },
  };
};

const nothing = (): Pending => ({ tallies: new Map(), latencies: new Map(), lines: [] });

/** Returns the counts of both; the newest log lines stay. */
const joined = (earlier: Pending, later: Pending): Pending => {
  for (const [key, { requests, units, errors, cached }] of later.tallies) {
    const tally = entryOf(earlier.tallies, key);
    tally.requests += requests;
    tally.units += units;
    tally.errors += errors;
    tally.cached += cached;
  }
  for (const [key, requests] of later.latencies)
    earlier.latencies.set(key, (earlier.latencies.get(key) ?? 0) + requests);
  return { ...earlier, lines: [...earlier.lines, ...later.lines].slice(-linesMax) };
};

const entryOf = (tallies: Map<string, Tally>, key: string): Tally => {
  const entry = tallies.get(key) ?? { requests: 0, units: 0, errors: 0, cached: 0 };
  tallies.set(key, entry);
  return entry;
};

/** Writes rows in a fixed order, to prevent deadlocks between processes. Skips deleted teams. */
const writePending = (db: Db, { tallies, latencies, lines }: Pending): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const counted = [...tallies]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, tally]) => ({ ...partsOf(key), ...tally }));
    const measured = [...latencies]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, requests]) => ({ ...partsOf(key), requests }));
    await sql`
      insert into rpc_count (team_id, key_id, hour, chain, method, requests, units, errors, cached)
      select team.id, key, to_timestamp("at" / 1000.0), chain, what, requests, units, errors, cached
      from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as row (team uuid, key uuid, "at" bigint, chain text,
        what text, requests bigint, units bigint, errors bigint, cached bigint)
      join team on team.id = row.team
      on conflict (key_id, hour, chain, method) do update set requests = rpc_count.requests + excluded.requests,
        units = rpc_count.units + excluded.units, errors = rpc_count.errors + excluded.errors,
        cached = rpc_count.cached + excluded.cached
    `.execute(trx);
    await sql`
      insert into rpc_latency (team_id, key_id, hour, chain, bucket, requests)
      select team.id, key, to_timestamp("at" / 1000.0), chain, what::smallint, requests
      from jsonb_to_recordset(${JSON.stringify(measured)}::jsonb)
        as row (team uuid, key uuid, "at" bigint, chain text, what text, requests bigint)
      join team on team.id = row.team
      on conflict (key_id, hour, chain, bucket) do update set requests = rpc_latency.requests + excluded.requests
    `.execute(trx);
    await sql`
      insert into rpc_log (key_id, at, chain, method, ms, units, cached, upstream, error_code, error, reason, params,
        origin, agent, error_data)
      select rpc_key.id, row.at, chain, method, ms, units, cached, upstream, code, error, reason, params, origin, agent,
        data
      from jsonb_to_recordset(${JSON.stringify(lines.map(lineOf))}::jsonb) as row (key uuid, at timestamptz, chain text,
        method text, ms int, units int, cached boolean, upstream text, code int, error text, reason text, params text,
        origin text, agent text, data text)
      join rpc_key on rpc_key.id = row.key order by row.at
    `.execute(trx);
  });

const partsOf = (key: string) => {
  const [id, team, at, chain, what] = key.split(separator);
  return { key: id, team, at: Number(at), chain, what };
};

const lineOf = ({ keyId, at, chain, method, ms, units, cached, upstream, error, reason, payload }: Line) => ({
  key: keyId,
  at,
  chain,
  method,
  ms: Math.round(ms),
  units,
  cached,
  upstream,
  ...(error && {
    code: error.code,
    error: error.message.replaceAll("\0", "").slice(0, errorMax).toWellFormed(),
    reason,
    ...payload,
  }),
});
