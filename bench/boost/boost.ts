/** Boost with 100,000 nodes compared with 1,000: the same calls on separate databases, alternating. */
import { sql } from "kysely";
import type { Db, Trx } from "../../src/cloud/engines/database/database.ts";
import { collectNode } from "../../src/cloud/boost/nodes/node-routes.ts";
import { collectFound, exploreNode } from "../../src/cloud/boost/nodes/explorations.ts";
import { createLeaderboard, type Leaderboard } from "../../src/cloud/boost/leaderboard.ts";
import { withEngines } from "../engines.ts";
import { median, type BenchRow } from "../rows.ts";

const few = 1_000;
const many = 100_000;
const rounds = 300;
const historyPerNode = 5;

interface Side {
  readonly db: Db;
  readonly leaderboard: Leaderboard;
  /** Acting nodes, none of them twice in a row. */
  readonly ids: readonly string[];
}

export const boostBench = (): Promise<BenchRow[]> =>
  withSide(few, (small) => withSide(many, (large) => compare([large, small])));

const withSide = <T>(nodes: number, use: (side: Side) => Promise<T>): Promise<T> =>
  withEngines(async ({ database }) => {
    const { db } = database;
    await seed(db, nodes);
    const { rows } = await sql<{
      id: string;
    }>`select id from boost_node order by md5(id::text) limit ${rounds}`.execute(db);
    // Pages are read again each time, as by the first visitor within a second.
    const leaderboard = createLeaderboard(database, { keptMs: 0 });
    return use({ db, leaderboard, ids: rows.map(({ id }) => id) });
  });

const compare = async (sides: readonly [Side, Side]): Promise<BenchRow[]> => {
  const rows: BenchRow[] = [];
  for (const [name, work] of Object.entries(works)) {
    const times = sides.map(() => [] as number[]);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, side] of sides.entries()) {
        const began = performance.now();
        await work(side, side.ids[round]!);
        // The first rounds only warm up.
        if (round >= rounds / 10) times[index]!.push(performance.now() - began);
      }
    const [ours, floor] = times.map(median);
    rows.push({
      name: `${name} among 100,000 nodes`,
      unit: "ms",
      ours: ours!,
      floorName: "among 1,000",
      floor: floor!,
      better: "less",
    });
  }
  return rows;
};

const now = Math.floor(Date.now() / 1000);
const within = <T>({ db }: Side, work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work);

const works: Readonly<Record<string, (side: Side, nodeId: string) => Promise<unknown>>> = {
  leaderboard: ({ leaderboard }, nodeId) => leaderboard.page({ of: "all", page: 1, size: 50 }, nodeId),
  explore: (side, nodeId) => within(side, (trx) => exploreNode(trx, { nodeId, exploredId: undefined, at: now })),
  "explore and collect what was found": async (side, nodeId) => {
    const { id } = await within(side, (trx) => exploreNode(trx, { nodeId, exploredId: undefined, at: now }));
    await within(side, (trx) => collectFound(trx, { nodeId, id, at: now }));
  },
  collect: (side, nodeId) => within(side, (trx) => collectNode(trx, nodeId, now)),
};

/** Creates users with various nodes: half were invited, a tenth are protected, and each has some history. */
const seed = async (db: Db, nodes: number): Promise<void> => {
  await sql`
    insert into person (id, address, wallet_type, username)
    select gen_random_uuid(), '0x' || lpad(to_hex(n), 40, '0'), 'METAMASK', 'person ' || n from generate_series(1, ${nodes}::int) n
  `.execute(db);
  await sql`
    insert into boost_node (id, person_id, origin, base_rate, capacity, compute_timestamp, protect_expired_at, explore_bought)
    select gen_random_uuid(), id, 'web', jsonb_build_array(jsonb_build_object('rate', 30000, 'start', ${now - 9000}::bigint)),
      300000000, ${now - 9000}::bigint, case when random() < 0.1 then ${now + 90_000}::bigint else -1 end, 10
    from person
  `.execute(db);
  await sql`
    update boost_node set inviter_id = inviting.id
    from (select id, row_number() over () as n from boost_node) as inviting,
      (select id, row_number() over () as n from boost_node) as invited
    where invited.id = boost_node.id and invited.n % 2 = 0 and inviting.n = invited.n / 2 + 1 and inviting.n <> invited.n
  `.execute(db);
  await sql`
    insert into boost_point (node_id, kind, amount)
    select id, 'collect', (random() * 300000000)::bigint from boost_node, generate_series(1, ${historyPerNode}::int)
  `.execute(db);
  await sql`
    update boost_node set total = had.total
    from (select node_id, sum(amount) as total from boost_point group by node_id) had where had.node_id = id
  `.execute(db);
  await sql`vacuum analyze boost_node, boost_point, person`.execute(db);
};
