import { sql } from "kysely";
import type { BilledService } from "../../../../../resources/billing/packages.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import type { Database, Db, Trx } from "../../../engines/database/database.ts";
import { prepared } from "../../../engines/database/prepared.ts";
import type { Duty } from "../../../kernel/duties.ts";
import { addAll, bufferOf, keyOf, waitingIn, type Counted } from "./usage-buffer.ts";

export interface Used {
  readonly teamId: string;
  readonly resource: MeteredResource;
  /** Project, key or gateway. */
  readonly subject: string;
  /** Bytes, seconds or units; never negative. */
  readonly amount: bigint | number;
  /** Number of calls it counts as. Default: 1. */
  readonly calls?: number;
  /** Default: the resource's own service. */
  readonly service?: BilledService;
}

export interface Usage {
  /**
   * Counts in memory, for events thousands of times per second; written twice a second, so a crash loses at most one
   * second, also while a write takes long.
   */
  record(used: Used): void;
  /** Counts within the caller's transaction, for charged usage: build time, purchases. */
  recordNow(trx: Trx, used: Used): Promise<void>;
  /** Returns a team's unsettled usage of a resource, including unwritten counts. */
  unsettled(db: Db, teamId: string, resource: MeteredResource): Promise<bigint>;
  /**
   * Calls `read` with a team's unwritten counts, and returns its result. Outside of transactions, a count is never both among
   * them and in the rows that are read: a write in progress is awaited, and after one that starts meanwhile, `read` is called again.
   */
  withWaiting<T>(db: Db, teamId: string, read: (waiting: readonly Counted[]) => Promise<T>): Promise<T>;
  /** Returns a subject's total usage. */
  ofSubject(db: Db, teamId: string, resource: MeteredResource, subject: string): Promise<bigint>;
  /** Returns the total usage of all teams. */
  total(db: Db, resource: MeteredResource): Promise<bigint>;
  /** Tells of usage that is counted elsewhere: storage. */
  notifyUsed(teamId: string): void;
  /** Writes the counts; a failed write keeps them for the next one. */
  flush(): Promise<void>;
  readonly duties: readonly Duty[];
}

/**
 * Creates the metering of teams, with one bucket per hour. Storage is not included: it is a level (storage.ts). `notifyUsed` is called
 * with each team that has used something, at most a second after it was recorded.
 */
export const createUsage = (
  { db }: Pick<Database, "db">,
  notifyUsed: (teamId: string) => void = () => undefined,
): Usage => {
  let buffer = bufferOf();
  let flushing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    if (buffer.size === 0) return;
    const flushed = buffer;
    buffer = bufferOf();
    inFlight = flushed;
    writes += 1;
    try {
      await writeUsage(db, [...flushed.values()]);
      new Set([...flushed.values()].map(({ teamId }) => teamId)).forEach(notifyUsed);
    } catch (error) {
      addAll(buffer, flushed);
      throw error;
    } finally {
      inFlight = bufferOf();
    }
  };
  let inFlight = bufferOf();
  /** Number of writes that have started. */
  let writes = 0;

  const flush = (): Promise<void> => (flushing = flushing.catch(() => undefined).then(write));

  const reading = async <T>(
    reader: Db,
    matches: (counted: Counted) => boolean,
    read: (waiting: readonly Counted[]) => Promise<T>,
  ): Promise<T> => {
    for (;;) {
      // A transaction may hold the rows that the write needs.
      while (!reader.isTransaction && waitingIn(inFlight, matches).length > 0) await flushing.catch(() => undefined);
      const before = writes;
      const waiting = [buffer, inFlight].flatMap((one) => waitingIn(one, matches));
      const result = await read(waiting);
      if (reader.isTransaction || writes === before || waiting.length === 0) return result;
    }
  };
  const sumWith = (
    reader: Db,
    matches: (counted: Counted) => boolean,
    query: { executeTakeFirstOrThrow(): Promise<{ readonly used: bigint }> },
  ): Promise<bigint> =>
    reading(reader, matches, async (waiting) =>
      waiting.reduce((sum, { amount }) => sum + amount, (await query.executeTakeFirstOrThrow()).used),
    );

  return {
    record: (used) => {
      const counted = countedOf(used);
      const existing = buffer.get(keyOf(counted));
      if (!existing) buffer.set(keyOf(counted), counted);
      else {
        existing.amount += counted.amount;
        existing.calls += counted.calls;
      }
    },
    recordNow: async (trx, used) => {
      await writeUsage(trx, [countedOf(used)]);
      notifyUsed(used.teamId);
    },
    notifyUsed,
    unsettled: (reader, teamId, resource) =>
      sumWith(
        reader,
        (counted) => counted.teamId === teamId && counted.resource === resource,
        reader
          .selectFrom("usage_bucket")
          .modifyFront(prepared)
          .select(({ cast, fn, lit }) =>
            cast<bigint>(fn.coalesce(fn.sum(sql<bigint>`amount - billed`), lit(0)), "bigint").as("used"),
          )
          .where("team_id", "=", teamId)
          .where("resource", "=", resource)
          .whereRef("amount", ">", "billed"),
      ),
    withWaiting: (reader, teamId, read) => reading(reader, (counted) => counted.teamId === teamId, read),
    ofSubject: (reader, teamId, resource, subject) =>
      sumWith(
        reader,
        (counted) => counted.teamId === teamId && counted.resource === resource && counted.subject === subject,
        sumOf(reader, resource).where("team_id", "=", teamId).where("subject", "=", subject),
      ),
    total: (reader, resource) => sumWith(reader, (counted) => counted.resource === resource, sumOf(reader, resource)),
    flush,
    duties: [{ name: "Write usage counts", every: "0.5 s", scope: "process", role: "any", run: flush }],
  };
};

/** Returns the default service of a resource's usage. */
export const serviceOf = (resource: MeteredResource): BilledService => services[resource];

const services: Readonly<Record<MeteredResource, BilledService>> = {
  IPFS_STORAGE: "STORAGE",
  AR_STORAGE: "STORAGE",
  TRAFFIC: "HOSTING",
  BUILD_TIME: "HOSTING",
  COMPUTE_UNIT: "RPC",
  AI_RPC: "AI",
};

const countedOf = ({ teamId, resource, subject, amount, calls = 1, service = serviceOf(resource) }: Used): Counted => {
  const exact = BigInt(amount);
  if (exact < 0n) throw new Error(`Usage only goes up: ${resource} ${exact}.`);
  return { teamId, resource, subject, service, bucket: hourOf(new Date()), amount: exact, calls: BigInt(calls) };
};

const hourOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 3_600_000) * 3_600_000);

const sumOf = (db: Db, resource: MeteredResource) =>
  db
    .selectFrom("usage_bucket")
    .select(({ cast, fn, lit }) => cast<bigint>(fn.coalesce(fn.sum("amount"), lit(0)), "bigint").as("used"))
    .where("resource", "=", resource);

/** Adds counts to their buckets in one statement. Sorted, so that concurrent writers lock rows in the same order. */
const writeUsage = async (db: Db, counts: readonly Counted[]): Promise<void> => {
  const rows = counts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const column = <T>(read: (counted: Counted) => T): T[] => rows.map(read);
  await sql`
    insert into usage_bucket as kept (team_id, resource, subject, bucket, amount, calls, service)
    select * from unnest(
      ${column(({ teamId }) => teamId)}::uuid[],
      ${column(({ resource }) => resource)}::text[],
      ${column(({ subject }) => subject)}::text[],
      ${column(({ bucket }) => bucket.toISOString())}::timestamptz[],
      ${column(({ amount }) => amount.toString())}::bigint[],
      ${column(({ calls }) => calls.toString())}::bigint[],
      ${column(({ service }) => service)}::text[]
    )
    on conflict (team_id, resource, subject, bucket)
    do update set amount = kept.amount + excluded.amount, calls = kept.calls + excluded.calls, service = excluded.service
  `.execute(db);
};
