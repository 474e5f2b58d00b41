import { beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import type { Ton, TonTransaction } from "../../engines/ton/ton.ts";
import { scan } from "./scan.ts";

const started = Math.floor(Date.now() / 1000);
const address = "0Qcollector";

/** A history of so many transactions, each with its number as logical time; asked by page, as a node is. */
const history = (count: number, firstAt = started): TonTransaction[] =>
  Array.from({ length: count }, (_, index) => ({
    lt: BigInt(index + 1),
    hash: String(index + 1).padStart(64, "0"),
    at: firstAt + index,
    received: undefined,
    sent: [],
  }));
const nodeWith = (all: TonTransaction[]): Pick<Ton, "collector" | "transactions"> & { asked: number } => {
  const node = {
    asked: 0,
    collector: async () => address,
    transactions: async (_of: string, { limit, upTo }: Parameters<Ton["transactions"]>[1]) => {
      node.asked += 1;
      return all
        .filter(({ lt }) => upTo === undefined || lt <= upTo.lt)
        .toReversed()
        .slice(0, limit);
    },
  };
  return node;
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
const order = (on: TestDatabase) =>
  on.db
    .insertInto("mini_order")
    .values({
      id: crypto.randomUUID(),
      person_id: crypto.randomUUID(),
      account: "0x",
      asset: "TON",
      land: "1",
      usd: "1",
      amount: "1",
      status: "WAITING",
      valid_until: new Date(),
    })
    .execute();

test("two processes handle each transaction once, oldest first, across any number of pages", async () => {
  await order(database);
  const all = history(130);
  const handled: [number, bigint][] = [];
  const process = (name: number) =>
    scan({
      database,
      ton: nodeWith(all),
      take: async (_trx, { lt }) => {
        handled.push([name, lt]);
        return undefined;
      },
    });
  await Promise.all([process(1), process(2)]);
  const numbers = handled.map(([, lt]) => lt);
  expect(new Set(numbers).size).toBe(130);
  expect(numbers.toSorted((one, other) => Number(one - other))).toEqual(all.map(({ lt }) => lt));
  for (const name of [1, 2]) {
    const own = handled.filter(([by]) => by === name).map(([, lt]) => lt);
    expect(own).toEqual(own.toSorted((one, other) => Number(one - other)));
  }
});

test("a failed transaction is retried before later ones", async () => {
  const own = await testDatabase();
  await order(own);
  const ton = nodeWith(history(3));
  const handled: bigint[] = [];
  let fails = true;
  const once = () =>
    scan({
      database: own,
      ton,
      take: async (_trx, { lt }) => {
        if (lt === 2n && fails) throw new Error("the database is away");
        handled.push(lt);
        return undefined;
      },
    });
  await expect(once()).rejects.toThrow("away");
  expect(handled).toEqual([1n]);
  fails = false;
  await once();
  expect(handled).toEqual([1n, 2n, 3n]);
  await once();
  expect(handled).toHaveLength(3);
});

test("transactions before the first order are skipped, and without an order the node is not queried", async () => {
  const own = await testDatabase();
  const old = nodeWith(history(200, started - 100_000));
  const take = async () => {
    throw new Error("This is older than every order.");
  };
  await scan({ database: own, ton: old, take });
  expect(old.asked).toBe(0);
  await order(own);
  await scan({ database: own, ton: old, take });
  expect(old.asked).toBe(1);
});
