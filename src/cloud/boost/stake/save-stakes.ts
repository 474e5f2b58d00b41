/** Stores what a node's wallets stake and hold, and sets its rate accordingly. */
import { stakeBuff, type WalletStake } from "../../../../resources/boost/staking/staking.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Auth } from "../../account/auth/service.ts";
import { changeEarning, lockNodes, nodeOf } from "../nodes/nodes.ts";

export interface StakeReading {
  /** The confirmed block at which all wallets were read. */
  readonly block: number;
  /** Whether it was read on the local devnet. */
  readonly embedded: boolean;
  /** By checksummed address. */
  readonly wallets: ReadonlyMap<string, WalletStake>;
}

export interface StoredStake extends WalletStake {
  readonly address: string;
}

/** As they count now. */
export const storedStakes = async (db: Db, nodeId: string): Promise<readonly StoredStake[]> => {
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
 * Stores a reading of a node's wallets. A reading from an earlier block than the stored one changes nothing for that wallet. A wallet that
 * counted for another node now counts for this one, and both rates are updated. Throws NOT_FOUND.
 */
export const saveStakes = async (
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
  // A wallet may have moved to another user since the reading.
  const own = new Set((await auth.wallets(trx, node.person_id)).map(({ address }) => address));
  await leaveOthers(trx, nodeId, own);
  for (const [address, stake] of reading.wallets)
    if (own.has(address)) await saveWallet(trx, { ...reading, address, nodeId, stake, at });
  for (const id of nodes.keys()) await setBuff(trx, id, at);
};

/** Sets the rate of a locked node from its stored wallets. */
export const setBuff = async (trx: Trx, nodeId: string, at: number): Promise<void> => {
  const rateBuff = stakeBuff(await storedStakes(trx, nodeId));
  const { rate_buff: before } = await nodeOf(trx, nodeId);
  if (rateBuff !== before) await changeEarning(trx, nodeId, at, (earning) => ({ ...earning, rateBuff }));
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

/** Stops counting wallets that are no longer linked to the user. */
const leaveOthers = async (trx: Trx, nodeId: string, own: ReadonlySet<string>): Promise<void> => {
  const stored = await storedStakes(trx, nodeId);
  const left = stored.map(({ address }) => address).filter((address) => !own.has(address));
  if (left.length > 0) await trx.deleteFrom("boost_stake").where("address", "in", left).execute();
};

interface WalletReading extends Pick<StakeReading, "block" | "embedded"> {
  readonly address: string;
  readonly nodeId: string;
  readonly stake: WalletStake;
  readonly at: number;
}

const saveWallet = async (trx: Trx, { address, nodeId, stake, block, embedded, at }: WalletReading): Promise<void> => {
  const values = {
    staked: stake.staked.toString(),
    held: stake.held.toString(),
    nfts: JSON.stringify(stake.nfts),
    block_number: block,
    embedded,
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
