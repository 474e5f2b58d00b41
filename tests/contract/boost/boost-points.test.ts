/** Boost points in the database, compared with an independent integration. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { claimable, pointUnit, protectedFor } from "../../../resources/boost/nodes/points.ts";
import type { Database, Trx } from "../../../src/cloud/engines/database/database.ts";
import { AppError } from "../../../src/cloud/kernel/app-error.ts";
import { collectNode } from "../../../src/cloud/boost/nodes/node-routes.ts";
import { addExplorations } from "../../../src/cloud/boost/nodes/explorations-left.ts";
import { collectFound, exploreNode } from "../../../src/cloud/boost/nodes/explorations.ts";
import { addBoost, changeEarning, earningOf, nodeOf } from "../../../src/cloud/boost/nodes/nodes.ts";
import { createRanks } from "../../../src/cloud/boost/ranks.ts";
import { testDatabase } from "../../support/database/database.ts";
import { dice } from "../../support/chains/dice.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
const within = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => database.db.transaction().execute(work);

const start = 1_700_000_000;
const newNode = async (inviterId?: string): Promise<string> => {
  const [id, personId] = [randomUUID(), randomUUID()];
  const { db } = database;
  await sql`insert into person (id, address, wallet_type, username) values (${personId}, ${personId}, 'TEST', 'x')`.execute(
    db,
  );
  await db
    .insertInto("boost_node")
    .values({
      id,
      person_id: personId,
      origin: "web",
      inviter_id: inviterId ?? null,
      base_rate: JSON.stringify([{ rate: 30_000, start }]),
      capacity: (40n * pointUnit).toString(),
      compute_timestamp: start,
    })
    .execute();
  return id;
};

/** In 1/360,000 of a micro-point. */
const grain = 360_000n;
interface Model {
  rate: bigint;
  buff: bigint;
  boosts: { rate: bigint; end: number }[];
  capacity: bigint;
  held: bigint;
  lost: bigint;
  total: bigint;
  protectedUntil: number;
  inviter?: Model;
}

const second = (node: Model, at: number): void => {
  const boosts = node.boosts.reduce((sum, { rate, end }) => sum + (at < end ? rate : 0n), 0n);
  const more = node.held + (node.rate + boosts) * (100_000n + node.buff);
  const full = node.capacity * grain;
  if (node.held < full) node.held = more < full ? more : full;
};

const least = (...values: bigint[]): bigint => values.reduce((low, value) => (value < low ? value : low));
const takeable = (node: Model, at: number, perMille: bigint, found?: bigint): bigint => {
  if (node.protectedUntil > at) return 0n;
  const most = least(
    (node.held * perMille) / (1000n * grain),
    (node.held / grain - node.lost) / 2n,
    found ?? node.held,
  );
  return most > 0n ? most : 0n;
};

test.each([1, 2, 3])("after random actions, points equal an independent integration (%i)", async (seed) => {
  const roll = dice(`boost ${seed}`);
  const first = await newNode();
  const ids = [first, await newNode(first), await newNode()];
  const models: Model[] = ids.map(() => ({
    rate: 30_000n,
    buff: 0n,
    boosts: [],
    capacity: 40n * pointUnit,
    held: 0n,
    lost: 0n,
    total: 0n,
    protectedUntil: -1,
  }));
  models[1]!.inviter = models[0]!;
  let at = start;
  const changes: readonly ((index: number) => Promise<void>)[] = [
    async (index) => {
      const node = models[index]!;
      const { collected } = await within((trx) => collectNode(trx, ids[index]!, at));
      expect(collected).toBe(node.held / grain);
      node.held -= collected * grain;
      node.lost = 0n;
      node.total += collected;
      if (node.inviter) node.inviter.total += collected / 20n;
    },
    async (index) => {
      const [rate, seconds] = [roll(40_000), 1 + roll(900)];
      await within((trx) => addBoost(trx, ids[index]!, at, { rate, seconds }));
      models[index]!.boosts.push({ rate: BigInt(rate), end: at + seconds });
    },
    async (index) => {
      const [rateBuff, more] = [roll(60_000), roll(9)];
      await within((trx) =>
        changeEarning(trx, ids[index]!, at, (node) => ({
          ...node,
          rateBuff,
          capacity: node.capacity + BigInt(more) * pointUnit,
        })),
      );
      models[index]!.buff = BigInt(rateBuff);
      models[index]!.capacity += BigInt(more) * pointUnit;
    },
    async (index) => {
      const seconds = roll(300);
      await within((trx) => changeEarning(trx, ids[index]!, at, (node) => protectedFor(node, at, seconds)));
      models[index]!.protectedUntil = at + seconds;
    },
    async (index) => {
      const other = (index + 1 + roll(2)) % 3;
      await within((trx) => addExplorations(trx, ids[index]!, 1));
      const exploring = () => within((trx) => exploreNode(trx, { nodeId: ids[index]!, exploredId: ids[other]!, at }));
      if (takeable(models[other]!, at, 500n) === 0n) return expect(exploring()).rejects.toThrow(AppError);
      const exploration = await exploring().catch(() => undefined);
      if (!exploration) return;
      const { id, per_mille: perMille, found } = exploration;
      expect(BigInt(found)).toBe(takeable(models[other]!, at, BigInt(perMille)));
      advance(roll(200));
      const taking = () => within((trx) => collectFound(trx, { nodeId: ids[index]!, id, at }));
      if (models[other]!.protectedUntil > at) return expect(taking()).rejects.toThrow(AppError);
      const taken = takeable(models[other]!, at, BigInt(perMille), BigInt(found));
      expect(taken * 2n * grain).toBeLessThanOrEqual(models[other]!.held);
      expect((await taking()).collected).toBe(taken);
      models[other]!.held -= taken * grain;
      models[other]!.lost += taken;
      models[index]!.total += taken;
    },
  ];
  const advance = (seconds: number): void => {
    for (const end = at + seconds; at < end; at += 1) for (const node of models) second(node, at);
  };

  for (let step = 0; step < 50; step += 1) {
    advance(roll(1200));
    await changes[roll(changes.length)]!(roll(3));
  }
  for (const [index, id] of ids.entries()) {
    const row = await nodeOf(database.db, id);
    expect(claimable(earningOf(row), at)).toBe(models[index]!.held / grain);
    expect(BigInt(row.total)).toBe(models[index]!.total);
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum(amount), 0)::text as sum from boost_point where node_id = ${id} and not is_note
    `.execute(database.db);
    expect(BigInt(rows[0]!.sum), "the total a person sees equals the sum of the itemised history").toBe(
      models[index]!.total,
    );
  }
});

test("nodes that invite and explore one another concurrently lose nothing and gain nothing", async () => {
  const { db } = database;
  const ids: string[] = [];
  // Each was invited by the previous one.
  for (let count = 0; count < 5; count += 1) ids.push(await newNode(ids.at(-1)));
  const plenty = (1_000_000n * pointUnit).toString();
  await db.updateTable("boost_node").set({ capacity: plenty, explore_bought: 1000 }).where("id", "in", ids).execute();
  const roll = dice("boost at once");
  let at = start;
  const act = async (): Promise<void> => {
    const [nodeId, exploredId] = [ids[roll(5)]!, ids[roll(5)]!];
    at += roll(60);
    if (roll(2) === 0) return void (await within((trx) => collectNode(trx, nodeId, at)));
    const { id } = await within((trx) => exploreNode(trx, { nodeId, exploredId, at }));
    await within((trx) => collectFound(trx, { nodeId, id, at }));
  };
  const worker = async (): Promise<void> => {
    for (let turn = 0; turn < 12; turn += 1)
      await act().catch((error: unknown) => {
        // The own node, or one without points.
        if (!(error instanceof AppError)) throw error;
      });
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  for (const id of ids) {
    const row = await nodeOf(db, id);
    const { rows } = await sql<{ kind: string; is_note: boolean; sum: string }>`
      select kind, is_note, sum(amount)::text as sum from boost_point where node_id = ${id} group by kind, is_note
    `.execute(db);
    const sumOf = (...kinds: string[]) =>
      rows.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { sum: more }) => sum + BigInt(more), 0n);
    expect(sumOf("collect", "explorer", "invite")).toBe(BigInt(row.total));
    const earned = (30_000n * 100_000n * BigInt(at - start)) / grain;
    expect(sumOf("collect") - sumOf("collected") + claimable(earningOf(row), at)).toBe(earned);
  }
});

test("with many nodes a rank equals a full count, also for equal points", async () => {
  const { db } = database;
  await sql`
    insert into person (id, address, wallet_type, username)
    select gen_random_uuid(), 'a ' || n, 'TEST', 'x' from generate_series(1, 1700) n
  `.execute(db);
  await sql`
    insert into boost_node (id, person_id, origin, base_rate, capacity, compute_timestamp, total)
    select gen_random_uuid(), id, 'web', '[]', 1, 0, (row_number() over () % 3) * 1000000 from person where address like 'a %'
  `.execute(db);
  const { rows } = await sql<{ id: string; total: string }>`
    select id, total::text from boost_node order by boost_node.total desc, id desc
  `.execute(db);
  const ranks = createRanks(database);
  for (const rank of [1, 2, 499, 500, 501, 700, 1000, 1001, 1699, 1700])
    expect(await ranks.rankOf(rows[rank - 1]!)).toBe(rank);
});
