/** Keeps what a node's wallets have, and sets its rate by it from then on. */
import { stakeBuff, type WalletStake } from "../../../../../resources/boost/staking.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import type { Auth } from "../../auth/service.ts";
import { changeEarning, lockNodes } from "../nodes.ts";
import "./tables.ts";

export interface StakeReading {
  /** The confirmed block at which all of them were read. */
  readonly block: number;
  /** By checksummed address. */
  readonly wallets: ReadonlyMap<string, WalletStake>;
}

export interface KeptStake extends WalletStake {
  readonly address: string;
}

/** As they count now. */
export const keptStakes = async (db: Db, nodeId: string): Promise<readonly KeptStake[]> => {
  const rows = await db
    .selectFrom("boost_stake")
    .selectAll()
    .where("node_id", "=", nodeId)
    .orderBy("address")
    .execute();
  return rows.map(({ address, staked, held, nfts }) => ({
    address,
    staked: BigInt(staked),
    held: BigInt(held),
    nfts,
  }));
};

/**
 * Takes a reading of a node's wallets over. One that was read at an earlier block than what is kept changes nothing of that wallet. A wallet
 * that counted for another node until now counts for this one, and both are set anew. Throws NOT_FOUND.
 */
export const keepStakes = async (
  trx: Trx,
  auth: Pick<Auth, "wallets">,
  nodeId: string,
  reading: StakeReading,
  at: number,
): Promise<void> => {
  const addresses = [...reading.wallets.keys()];
  const before = await holdersOf(trx, addresses);
  const nodes = await lockNodes(trx, [...new Set([nodeId, ...before])]);
  const node = nodes.get(nodeId);
  if (!node) return;
  // Between the reading and now a wallet may have gone to somebody else.
  const own = new Set((await auth.wallets(trx, node.person_id)).map(({ address }) => address));
  await leaveOthers(trx, nodeId, own);
  for (const [address, stake] of reading.wallets)
    if (own.has(address)) await keepWallet(trx, { address, nodeId, stake, block: reading.block, at });
  for (const [id, { rate_buff }] of nodes) {
    const rateBuff = stakeBuff(await keptStakes(trx, id));
    if (rateBuff !== rate_buff) await changeEarning(trx, id, at, (earning) => ({ ...earning, rateBuff }));
  }
};

const holdersOf = async (trx: Trx, addresses: readonly string[]): Promise<string[]> => {
  if (addresses.length === 0) return [];
  const rows = await trx
    .selectFrom("boost_stake")
    .select("node_id")
    .where("address", "in", [...addresses])
    .execute();
  return rows.map(({ node_id }) => node_id);
};

/** Wallets that are not the person's any more stop counting. */
const leaveOthers = async (trx: Trx, nodeId: string, own: ReadonlySet<string>): Promise<void> => {
  const kept = await keptStakes(trx, nodeId);
  const left = kept.map(({ address }) => address).filter((address) => !own.has(address));
  if (left.length > 0) await trx.deleteFrom("boost_stake").where("address", "in", left).execute();
};

interface WalletReading {
  readonly address: string;
  readonly nodeId: string;
  readonly stake: WalletStake;
  readonly block: number;
  readonly at: number;
}

const keepWallet = async (trx: Trx, { address, nodeId, stake, block, at }: WalletReading): Promise<void> => {
  const values = {
    staked: stake.staked.toString(),
    held: stake.held.toString(),
    nfts: JSON.stringify(stake.nfts),
    block_number: block,
    read_at: new Date(at * 1000),
  };
  await trx
    .insertInto("boost_stake")
    .values({ address, node_id: nodeId, ...values })
    .onConflict((conflict) => conflict.column("address").doUpdateSet({ node_id: nodeId }))
    .execute();
  await trx
    .updateTable("boost_stake")
    .set(values)
    .where("address", "=", address)
    .where("block_number", "<=", BigInt(block))
    .execute();
};
