/** Compares the ledger and the meter with plain inserts into the same database in the same run. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db, Trx } from "../src/cloud/engines/database/database.ts";
import { createLedger } from "../src/cloud/billing/ledger/create-ledger.ts";
import { createUsage } from "../src/cloud/billing/ledger/usage/usage.ts";
import { withEngines } from "./engines.ts";
import { median, type BenchRow } from "./rows.ts";

const teams = 500;
const clients = 8;
const transfersPerClient = 400;
const rounds = 3;
const streamedEvents = 1_000_000;
const eventsPerTurn = 5_000;
const readsAlone = 400;
const ledger = createLedger();

export const ledgerBench = (): Promise<BenchRow[]> =>
  withEngines(async ({ database }) => {
    const { db } = database;
    const ids = Array.from({ length: teams }, () => randomUUID());
    for (const teamId of ids) await deposit(db, teamId);
    await sql`create table plain (id uuid primary key, team_id uuid, amount numeric, at timestamptz default now())`.execute(
      db,
    );
    await sql`create table plain_event (team_id uuid, resource text, subject text, amount bigint, at timestamptz default now())`.execute(
      db,
    );

    const ours: number[] = [];
    const floor: number[] = [];
    // Alternating, so that both see the same load.
    for (let round = 0; round < rounds; round += 1) {
      floor.push(await perSecond(db, ids, insertPlain));
      ours.push(await perSecond(db, ids, charge));
    }
    const usage = createUsage(database);
    const alone = quantile99(await readsUntil(db, ids, { done: false, atMost: readsAlone }));
    const stream = { done: false, atMost: Number.POSITIVE_INFINITY };
    const reading = readsUntil(db, ids, stream);
    const began = performance.now();
    await streamEvents(usage, ids);
    await usage.flush();
    const eventsPerSecond = (streamedEvents * 1000) / (performance.now() - began);
    stream.done = true;
    const meanwhile = quantile99(await reading);
    const plainEvents = await plainEventsPerSecond(db, ids);
    return [
      row("ledger transfers", "/s", median(ours), "plain inserts", median(floor), "more"),
      row("metered events", "/s", eventsPerSecond, "plain inserts, 1,000 a statement", plainEvents, "more"),
      row("balance read, p99, under 1M events", "ms", meanwhile, "with nothing else", alone, "less"),
    ];
  });

const row = (
  name: string,
  unit: string,
  ours: number,
  floorName: string,
  floor: number,
  better: BenchRow["better"],
): BenchRow => ({ name, unit, ours, floorName, floor, better });

const deposit = (db: Db, teamId: string): Promise<unknown> =>
  db.transaction().execute((trx) =>
    ledger.post(trx, {
      id: randomUUID(),
      from: { system: "world", unit: "LAND" },
      to: { teamId, unit: "LAND" },
      amount: 10n ** 30n,
      reason: "deposit",
    }),
  );

const charge = (trx: Trx, teamId: string): Promise<unknown> =>
  ledger.post(trx, {
    id: randomUUID(),
    from: { teamId, unit: "LAND" },
    to: { system: "revenue", unit: "LAND" },
    amount: 1n,
    reason: "usage",
    ref: { resource: "TRAFFIC", priceVersion: 1 },
  });

const insertPlain = (trx: Trx, teamId: string): Promise<unknown> =>
  sql`insert into plain (id, team_id, amount) values (${randomUUID()}, ${teamId}, 1)`.execute(trx);

const perSecond = async (
  db: Db,
  ids: readonly string[],
  once: (trx: Trx, teamId: string) => Promise<unknown>,
): Promise<number> => {
  const began = performance.now();
  const client = async (_: unknown, own: number): Promise<void> => {
    for (let count = 0; count < transfersPerClient; count += 1) {
      const teamId = ids[(own * transfersPerClient + count) % ids.length]!;
      await db.transaction().execute((trx) => once(trx, teamId));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (clients * transfersPerClient * 1000) / (performance.now() - began);
};

/** Records events like requests would: thousands per turn of the event loop. */
const streamEvents = async (usage: ReturnType<typeof createUsage>, ids: readonly string[]): Promise<void> => {
  for (let sent = 0; sent < streamedEvents;) {
    for (let turn = 0; turn < eventsPerTurn; turn += 1, sent += 1)
      usage.record({ teamId: ids[sent % ids.length]!, resource: "TRAFFIC", subject: "site", amount: 1 });
    await new Promise(setImmediate);
  }
};

const plainEventsPerSecond = async (db: Db, ids: readonly string[]): Promise<number> => {
  const batch = Array.from({ length: 1000 }, (_, at) => ids[at % ids.length]!);
  const began = performance.now();
  const batches = 100;
  for (let count = 0; count < batches; count += 1)
    await sql`
      insert into plain_event (team_id, resource, subject, amount)
      select id, 'TRAFFIC', 'site', 1 from unnest(${batch}::uuid[]) as batch (id)
    `.execute(db);
  return (batches * batch.length * 1000) / (performance.now() - began);
};

/** Returns the milliseconds of each read in sequence. */
const readsUntil = async (
  db: Db,
  ids: readonly string[],
  until: { readonly done: boolean; readonly atMost: number },
): Promise<number[]> => {
  const times: number[] = [];
  while (!until.done && times.length < until.atMost) {
    const began = performance.now();
    await ledger.available(db, ids[times.length % ids.length]!);
    times.push(performance.now() - began);
  }
  return times;
};

const quantile99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * 0.99))]!;
