/** Follows the chain, so that stakes and transfers count without anybody asking, and what was sold stops counting. */
import { stakeReadSeconds } from "../../../../../resources/boost/stake-limits.ts";
import type { Database, Db } from "../../../engines/database/database.ts";
import { confirmedOf, type StakeChain } from "./chain.ts";
import { openChain, readStakes, type StakeParts } from "./stakes.ts";

export interface WatchParts extends StakeParts {
  readonly database: Pick<Database, "db">;
}

const blocksAtOnce = 500;
const nodesAtOnce = 200;

/** Reads the nodes whose wallets were in the blocks confirmed since the last time. Several processes may; it is safe to be killed. */
export const followChain = async (parts: WatchParts): Promise<void> => {
  const chain = await openChain(parts);
  if (!chain) return;
  const { db } = parts.database;
  const confirmed = confirmedOf(chain.chain, await chain.head());
  let first = await nextBlock(parts, chain, confirmed);
  while (first <= confirmed) {
    const last = Math.min(first + blocksAtOnce - 1, confirmed);
    await readNodes(parts, chain, await nodesOf(db, await chain.touched(first, last)));
    await moveCursor(db, chain, first, last + 1);
    first = last + 1;
  }
};

/** Reads nodes with a buff that were not read for an hour. Returns whether there were more than it takes at once. */
export const readAgain = async (parts: WatchParts): Promise<boolean> => {
  const due = await parts.database.db
    .selectFrom("boost_stake")
    .innerJoin("boost_node", "boost_node.id", "boost_stake.node_id")
    .select(({ fn }) => ["node_id", fn.min("read_at").as("read")])
    .where("rate_buff", ">", 0)
    .where("read_at", "<=", new Date((parts.clock() - stakeReadSeconds) * 1000))
    .groupBy("node_id")
    .orderBy("read")
    .limit(nodesAtOnce)
    .execute();
  if (due.length === 0) return false;
  const chain = await openChain(parts);
  if (chain)
    await readNodes(
      parts,
      chain,
      due.map(({ node_id }) => node_id),
    );
  return due.length === nodesAtOnce;
};

/** One after another: nobody waits for it. */
const readNodes = async (parts: WatchParts, chain: StakeChain, nodeIds: readonly string[]): Promise<void> => {
  for (const nodeId of nodeIds)
    await parts.database.db.transaction().execute((trx) => readStakes(parts, trx, nodeId, chain));
};

/** Nodes of people who have one of the wallets. */
const nodesOf = async (db: Db, addresses: ReadonlySet<string>): Promise<string[]> => {
  if (addresses.size === 0) return [];
  const rows = await db
    .selectFrom("person_wallet")
    .innerJoin("boost_node", "boost_node.person_id", "person_wallet.person_id")
    .select("boost_node.id")
    .distinct()
    .where("person_wallet.address", "in", [...addresses])
    .execute();
  return rows.map(({ id }) => id);
};

/** The first block to look at. On a chain of the cloud's own it is its first; elsewhere what is past is read when people ask. */
const nextBlock = async (
  { evm, database: { db } }: WatchParts,
  { chain: { key, startBlock } }: StakeChain,
  confirmed: number,
): Promise<number> => {
  await db
    .insertInto("boost_stake_cursor")
    .values({ chain: key, next_block: evm.embedded ? startBlock : confirmed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom("boost_stake_cursor")
    .select("next_block")
    .where("chain", "=", key)
    .executeTakeFirstOrThrow();
  return Number(row.next_block);
};

/** Another process may have moved it further. */
const moveCursor = async (db: Db, { chain: { key } }: StakeChain, from: number, to: number): Promise<void> => {
  await db
    .updateTable("boost_stake_cursor")
    .set({ next_block: to })
    .where("chain", "=", key)
    .where("next_block", "=", BigInt(from))
    .execute();
};
