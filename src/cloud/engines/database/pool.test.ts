import { sql } from "kysely";
import { pino } from "pino";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { inBackground } from "./background.ts";
import { connectDatabase } from "./connect.ts";
import type { PoolLimits } from "./pool.ts";
import { unavailability } from "./unavailable.ts";

const log = pino({ level: "silent" });

const small = async (limits: Partial<PoolLimits>) => {
  const { connection } = await testDatabase();
  const database = connectDatabase(connection, log, { connections: 2, ...limits });
  atFileEnd(database.close);
  const clients = await Promise.all([database.pool.connect(), database.pool.connect()]);
  return { ...database, release: () => clients.forEach((client) => client.release()) };
};

const reasonOf = (work: Promise<unknown>) => work.then(() => "none", unavailability);

test("background work and readiness have their own connections while all those of requests are busy", async () => {
  const { db, ping, release } = await small({});
  const one = await inBackground(() => sql<{ one: number }>`select 1 as one`.execute(db));
  expect(one.rows).toEqual([{ one: 1 }]);
  await ping();
  release();
});

test("a caller beyond the queue limit is rejected immediately, and a queued one is served when a connection is free", async () => {
  const { db, release } = await small({ waiting: 1 });
  const waiting = sql`select 1`.execute(db);
  expect(await reasonOf(sql`select 1`.execute(db))).toBe("busy");
  release();
  expect((await waiting).rows).toHaveLength(1);
});

test("a caller that gets no connection in time is rejected", async () => {
  const { db, release } = await small({ connectMs: 2000 });
  expect(await reasonOf(sql`select 1`.execute(db))).toBe("busy");
  release();
});

test("statements, lock waits and idle transactions time out", async () => {
  const { db, release } = await small({ statementMs: 1000, lockMs: 100, idleInTransactionMs: 3000 });
  release();
  expect(await reasonOf(sql`select pg_sleep(60)`.execute(db))).toBe("busy");
  const holder = await db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(1)`.execute(holder);
  expect(await reasonOf(sql`select pg_advisory_lock(1)`.execute(db))).toBe("busy");
  const open = sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'
  `;
  await expect.poll(async () => (await open.execute(db)).rows).toEqual([{ count: 0 }]);
  expect(await reasonOf(sql`select 1`.execute(holder))).toBe("unreachable");
  await holder
    .rollback()
    .execute()
    .catch(() => undefined);
});

test("a missing server is reported as unreachable", async () => {
  const database = connectDatabase({ host: "127.0.0.1", port: 1 }, log);
  atFileEnd(database.close);
  expect(await reasonOf(sql`select 1`.execute(database.db))).toBe("unreachable");
  expect(await reasonOf(database.ping())).toBe("unreachable");
});

test("a pool reports its used connections, waiting callers and wait times", async () => {
  const { db, pools, release } = await small({});
  const waits: number[] = [];
  pools[0]!.onWait((seconds) => waits.push(seconds));
  const waiting = sql`select 1`.execute(db);
  await expect.poll(() => pools[0]!.state()).toEqual({ name: "requests", size: 2, inUse: 2, waiting: 1 });
  release();
  await waiting;
  expect(waits).toHaveLength(1);
});
