/** Follows the chain so that stakes and transfers count automatically and sold assets stop counting. */
import { stakeReadSeconds } from "../../../../resources/boost/staking/stake-limits.ts";
import type { Database, Db } from "../../engines/database/database.ts";
import { confirmedOf, type StakeChain } from "./chain.ts";
import { lockNode } from "../nodes/nodes.ts";
import { saveStakes, setBuff } from "./save-stakes.ts";
import { openChain, readStakes, type StakeDeps } from "./stakes.ts";

export interface WatchDeps extends StakeDeps {
  readonly database: Pick<Database, "db">;
}

const blocksAtOnce = 500;
const nodesAtOnce = 200;

/** Reads the nodes whose wallets appear in blocks confirmed since the last run. Safe in several processes and when killed. */
export const followChain = async (deps: WatchDeps): Promise<void> => {
  const chain = await openChain(deps);
  if (!chain) return;
  const { db } = deps.database;
  const confirmed = confirmedOf(chain.chain, await chain.head());
  let first = await nextBlock(deps, chain, confirmed);
  while (first <= confirmed) {
    const last = Math.min(first + blocksAtOnce - 1, confirmed);
    await readNodes(deps, chain, await nodesOf(db, await chain.touched(first, last)));
    await moveCursor(db, chain, first, last + 1);
    first = last + 1;
  }
};

/** On a public chain, deletes readings from the local devnet: its faucet tokens don't count elsewhere. The nodes are read again. */
export const forgetTestStakes = async (deps: WatchDeps): Promise<void> => {
  const { db } = deps.database;
  if (deps.evm.embedded) return;
  const nodes = await db.selectFrom("boost_stake").select("node_id").distinct().where("embedded", "=", true).execute();
  if (nodes.length === 0) return;
  const ids = nodes.map(({ node_id }) => node_id);
  for (const id of ids)
    await db.transaction().execute(async (trx) => {
      await lockNode(trx, id);
      await trx.deleteFrom("boost_stake").where("node_id", "=", id).where("embedded", "=", true).execute();
      await setBuff(trx, id, deps.clock());
    });
  const chain = await openChain(deps);
  if (chain) await readNodes(deps, chain, ids);
};

/** Rereads nodes with a buff that were last read over an hour ago. Returns whether more are due than one batch. */
export const readAgain = async (deps: WatchDeps): Promise<boolean> => {
  const due = await deps.database.db
    .selectFrom("boost_stake")
    .innerJoin("boost_node", "boost_node.id", "boost_stake.node_id")
    .select(({ fn }) => ["node_id", fn.min("read_at").as("read")])
    .where("rate_buff", ">", 0)
    .where("read_at", "<=", new Date((deps.clock() - stakeReadSeconds) * 1000))
    .groupBy("node_id")
    .orderBy("read")
    .limit(nodesAtOnce)
    .execute();
  if (due.length === 0) return false;
  const chain = await openChain(deps);
  if (chain)
    await readNodes(
      deps,
      chain,
      due.map(({ node_id }) => node_id),
    );
  return due.length === nodesAtOnce;
};

/** One after another; nothing waits for it. */
const readNodes = async (deps: WatchDeps, chain: StakeChain, nodeIds: readonly string[]): Promise<void> => {
  const { db } = deps.database;
  for (const nodeId of nodeIds) {
    const reading = await readStakes(deps, db, nodeId, chain);
    await db.transaction().execute((trx) => saveStakes(trx, deps.auth, nodeId, reading, deps.clock()));
  }
};

/** Nodes of users with one of the wallets. */
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

/** The first block to scan. The local devnet starts at its first block; other chains start now, and earlier stakes are read on request. */
const nextBlock = async (
  { evm, database: { db } }: WatchDeps,
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

/** Another process may have advanced it. */
const moveCursor = async (db: Db, { chain: { key } }: StakeChain, from: number, to: number): Promise<void> => {
  await db
    .updateTable("boost_stake_cursor")
    .set({ next_block: to })
    .where("chain", "=", key)
    .where("next_block", "=", BigInt(from))
    .execute();
};
