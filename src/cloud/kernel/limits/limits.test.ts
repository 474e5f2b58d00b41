import { spawn } from "node:child_process";
import { createClient } from "@redis/client";
import { sql } from "kysely";
import { pino } from "pino";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { freePort } from "../../../../tests/support/free-port.ts";
import { hasProgram } from "../../../../tests/support/has-program.ts";
import { createClosers } from "../../lib/closers.ts";
import { databaseCounts, sweepCounts } from "./database-counts.ts";
import { createLimits, type Limit, type Limits, type SharedCounts } from "./limits.ts";
import { openLimits, redisCounts } from "./open-limits.ts";
import { limitBy } from "./rate-limit.ts";

const patience = { timeout: 90_000, interval: 200 };
const silent = pino({ level: "silent" });
const perMinute = (name: string, max: number): Limit => ({ name, max, windowMs: 60_000 });
const isRefused = async (limit: ReturnType<typeof limitBy>, caller: string): Promise<boolean> => {
  try {
    await limit(caller);
    return false;
  } catch {
    return true;
  }
};

describe("one process", () => {
  test("each limit counts separately, by IPv4 address, IPv6 /64 or ID, and resets after a minute", async () => {
    let now = 0;
    const limits = createLimits({ now: () => now });
    const [two, other] = [limitBy(limits, "two", 2), limitBy(limits, "other", 2)];
    for (const callers of [
      ["203.0.113.7", "203.0.113.7", "203.0.113.7"],
      ["2001:db8::1", "2001:db8::2", "2001:db8::ffff:3"],
      ["node-1", "node-1", "node-1"],
    ])
      expect(await Promise.all(callers.map((caller) => isRefused(two, caller)))).toEqual([false, false, true]);
    expect(await isRefused(two, "203.0.113.8")).toBe(false);
    expect(await isRefused(other, "203.0.113.7")).toBe(false);
    now = 60_000;
    expect(await isRefused(two, "203.0.113.7")).toBe(false);
  });

  test("stores a bounded number of callers, and a caller over the limit stays rejected", async () => {
    const counts = createLimits({ callersMax: 100, now: () => 0 });
    const limits = Array.from({ length: 4 }, (_, index) => limitBy(counts, String(index), 1));
    expect(await isRefused(limits[0]!, "persistent")).toBe(false);
    for (let n = 0; n < 1000; n += 1) {
      for (const limit of limits) await limit(`198.51.${n >> 8}.${n & 255}`);
      expect(await isRefused(limits[0]!, "persistent")).toBe(true);
      expect(counts.size()).toBeLessThanOrEqual(100);
    }
  });

  test("answers without a promise", () => {
    const limits = createLimits({ now: () => 0 });
    const limit = perMinute("sync", 3);
    expect([1, 2, 3].map(() => limits.take(limit, "a"))).toEqual([0, 0, 0]);
    expect(limits.take(limit, "a")).toBe(60_000);
    expect(limits.take(limit, "b", 3)).toBe(0);
  });
});

interface Store {
  readonly shared: SharedCounts;
  /** Lets the windows of a limit end. */
  end(limit: Limit): Promise<void>;
}

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  PostgreSQL: async () => {
    const { db } = database;
    return {
      shared: databaseCounts(db),
      end: async ({ name, windowMs }) =>
        void (await sql`
          update call_count set ends_at = ends_at - ${windowMs} * interval '1 ms' where call = ${name}
        `.execute(db)),
    };
  },
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

/** Requests of each process in turn, until all are refused. Returns the number admitted. */
const admitted = async (processes: readonly Limits[], limit: Limit, caller: string, units = 1): Promise<number> => {
  let sum = 0;
  for (let open = [...processes]; open.length > 0;) {
    const waits = await Promise.all(open.map(async ({ take }) => take(limit, caller, units)));
    sum += waits.filter((wait) => wait === 0).length * units;
    open = open.filter((_, index) => waits[index] === 0);
  }
  return sum;
};

/** A process that never counts alone because this machine is busy. */
const processOf = (shared: SharedCounts): Limits => createLimits({ shared, leaseMsMax: patience.timeout });

const counting = (shared: SharedCounts) => {
  const asked: number[] = [];
  const counts: SharedCounts = {
    lease: (asks) => {
      asked.push(asks.length);
      return shared.lease(asks);
    },
  };
  return { counts, asked };
};

const sharedTests = (open: () => Promise<Store>): void => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  test("a small limit is exact, however many processes count", async () => {
    const processes = Array.from({ length: 5 }, () => processOf(store.shared));
    const limit = perMinute(`small ${Math.random()}`, 10);
    const waits = await Promise.all(processes.flatMap(({ take }) => [1, 2, 3, 4].map(async () => take(limit, "a"))));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    expect(Math.max(...waits)).toBeGreaterThan(30_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
    expect(await processes[0]!.take(limit, "b")).toBe(0);
  });

  test("several processes admit the limit and at most one share of each other process", async () => {
    for (const count of [1, 2, 3]) {
      const processes = Array.from({ length: count }, () => processOf(store.shared));
      const limit = perMinute(`large ${Math.random()}`, 200);
      const sum = await admitted(processes, limit, "a");
      expect(sum).toBeGreaterThanOrEqual(200 - (count - 1) * 10);
      expect(sum).toBeLessThanOrEqual(200 + (count - 1) * 10);
    }
  });

  test("a caller far below the limit causes no lease, and one at the limit at most 20 of each process", async () => {
    const { counts, asked } = counting(store.shared);
    const limits = processOf(counts);
    const limit = perMinute(`leases ${Math.random()}`, 2000);
    for (let call = 0; call < 50; call += 1) expect(limits.take(limit, "quiet")).toBe(0);
    expect(asked).toEqual([]);
    expect(await admitted([limits], limit, "loud")).toBe(2000);
    expect(asked.length).toBeLessThanOrEqual(20);
  });

  test("many callers at once are leased in a few requests", async () => {
    const { counts, asked } = counting(store.shared);
    const limits = processOf(counts);
    const limit = perMinute(`callers ${Math.random()}`, 5);
    await Promise.all(Array.from({ length: 500 }, async (_, index) => limits.take(limit, `caller ${index}`)));
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(asked.reduce((sum, count) => sum + count, 0)).toBe(500);
  });

  test("the next window is free again, less what was used above the limit", async () => {
    const limit = perMinute(`windows ${Math.random()}`, 10);
    expect(await processOf(store.shared).take(limit, "a", 8)).toBe(0);
    expect(await admitted([processOf(store.shared)], limit, "a")).toBe(2);
    await store.end(limit);
    expect(await processOf(store.shared).take(limit, "a", 25)).toBe(0);
    await store.end(limit);
    expect(await processOf(store.shared).take(limit, "a")).toBeGreaterThan(0);
    await store.end(limit);
    expect(await admitted([processOf(store.shared)], limit, "a")).toBe(5);
  });
};

for (const [name, open] of Object.entries(stores)) describe(`processes that count in ${name}`, () => sharedTests(open));

describe.skipIf(!hasProgram("redis-server"))("processes that count in Redis", () => {
  let port: number;
  let server: ReturnType<typeof spawn>;
  const startRedis = (): void => {
    server = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]);
    const started = server;
    atFileEnd(async () => void started.kill("SIGKILL"));
  };
  const openRedis = async () => {
    const closers = createClosers(() => undefined);
    onTestFinished(closers.closeAll);
    const config = { REDIS_URL: `redis://127.0.0.1:${port}`, DATABASE_URL: undefined };
    return openLimits(config, { database }, silent, closers);
  };
  beforeAll(async () => {
    port = await freePort();
    startRedis();
  });

  sharedTests(async () => {
    const client = createClient({ url: `redis://127.0.0.1:${port}` });
    client.on("error", () => undefined);
    await client.connect();
    atFileEnd(async () => client.destroy());
    const shared = await redisCounts(`redis://127.0.0.1:${port}`, silent);
    atFileEnd(async () => shared.close());
    await vi.waitFor(() => shared.lease([]));
    await vi.waitFor(() => shared.lease([{ limit: perMinute("ready", 1), caller: "a", units: 1, used: 0 }]));
    return {
      shared,
      end: async ({ name, windowMs }) => {
        for (const key of await client.keys(`freehold:limit:${name}*`)) await client.hIncrBy(key, "ends", -windowMs);
      },
    };
  });

  test("a process counts alone while Redis is down, and with the others once it is back", async () => {
    const [limits, second] = [await openRedis(), await openRedis()];
    const limit = (): Limit => perMinute(`down ${Math.random()}`, 10);
    const shared = limit();
    await vi.waitFor(async () => {
      const fresh = limit();
      expect((await admitted([limits], fresh, "a")) + (await admitted([second], fresh, "a"))).toBe(10);
    }, patience);
    server.kill("SIGKILL");
    await new Promise((resolve) => server.once("exit", resolve));
    expect(await admitted([limits], shared, "a")).toBe(10);
    startRedis();
    await vi.waitFor(async () => {
      const fresh = limit();
      expect((await admitted([limits], fresh, "a")) + (await admitted([second], fresh, "a"))).toBe(10);
    }, patience);
  });
});

test("without the database, each process has the limit for itself, and a full window again afterwards", async () => {
  let isDown = true;
  let now = 0;
  const shared: SharedCounts = {
    lease: (asks) => (isDown ? Promise.reject(new Error("down")) : databaseCounts(database.db).lease(asks)),
  };
  const limits = createLimits({ shared, now: () => now });
  const limit = perMinute(`alone ${Math.random()}`, 200);
  expect(await admitted([limits], limit, "a")).toBe(200);
  isDown = false;
  expect(await limits.take(limit, "a")).toBeGreaterThan(0);
  now = 60_001;
  expect(await admitted([limits], limit, "a")).toBe(200);
});

test("counts of past windows are deleted", async () => {
  const { db } = database;
  const limit = perMinute(`old ${Math.random()}`, 5);
  await processOf(databaseCounts(db)).take(limit, "a");
  const left = async () => db.selectFrom("call_count").selectAll().where("call", "=", limit.name).execute();
  await sweepCounts(db);
  expect(await left()).toHaveLength(1);
  await sql`update call_count set ends_at = now() - interval '2 minutes' where call = ${limit.name}`.execute(db);
  await sweepCounts(db);
  expect(await left()).toEqual([]);
});
