/** Reads what nodes' wallets have on the chain, and lets it count. */
import { AppError } from "../../../app-error.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import type { Evm } from "../../../engines/evm/evm.ts";
import type { Auth } from "../../auth/service.ts";
import { nodeOf, type Clock } from "../nodes.ts";
import { confirmedOf, openStakeChain, stakeChainOf, type StakeChain } from "./chain.ts";
import { keepStakes } from "./keep-stakes.ts";

export interface StakeParts {
  readonly evm: Pick<Evm, "embedded" | "find" | "onBlocks">;
  readonly auth: Pick<Auth, "wallets">;
  readonly clock: Clock;
}

/** The chain for reading; undefined where staking is not set up, or nothing has ever happened there. */
export const openChain = async ({ evm }: Pick<StakeParts, "evm">): Promise<StakeChain | undefined> => {
  const chain = stakeChainOf(evm);
  return chain && (await chain.hasHistory()) ? openStakeChain(chain) : undefined;
};

/** The node's wallets, first the one that stands for the account. Throws NOT_FOUND. */
export const walletsOf = async ({ auth }: Pick<StakeParts, "auth">, db: Db, nodeId: string): Promise<string[]> => {
  const { person_id } = await nodeOf(db, nodeId);
  return (await auth.wallets(db, person_id)).map(({ address }) => address);
};

/**
 * Sets a node's rate by what its wallets have at the last block that has its confirmations: what was staked and taken back within a block
 * never counts. What cannot be read changes nothing, and throws.
 */
export const readStakes = async (parts: StakeParts, trx: Trx, nodeId: string, chain: StakeChain): Promise<void> => {
  const addresses = await walletsOf(parts, trx, nodeId);
  const head = await chain.head();
  const block = confirmedOf(chain.chain, head);
  const readAt = (at: number) =>
    Promise.all(addresses.map(async (address) => [address, await chain.stakeOf(address, at)] as const));
  const stakes = await readAt(block).catch(async (error: unknown) => {
    // A node that was started again has forgotten the state of past blocks. It is the newest one's if nothing has touched it since.
    if ((await chain.touched(block + 1, head)).size > 0) throw error;
    return readAt(head);
  });
  await keepStakes(trx, parts.auth, nodeId, { block, wallets: new Map(stakes) }, parts.clock());
};

/** Who asks for a reading holds a connection of the database; more at once than these wait for nothing but are told to come again. */
const readingsAtOnce = 4;

/** Lets so many readings run that people ask for. Throws TOO_MANY_REQUESTS. */
export const createGate = () => {
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= readingsAtOnce) throw new AppError("TOO_MANY_REQUESTS");
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
};
