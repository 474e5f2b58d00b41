/** Reads what nodes' wallets have on-chain and counts it. */
import { AppError } from "../../kernel/app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Evm } from "../../engines/evm/evm.ts";
import type { Auth } from "../../account/auth/service.ts";
import { nodeOf, type Clock } from "../nodes/nodes.ts";
import { confirmedOf, openStakeChain, stakeChainOf, type StakeChain } from "./chain.ts";
import type { StakeReading } from "./save-stakes.ts";

export interface StakeDeps {
  readonly evm: Pick<Evm, "embedded" | "find" | "onBlocks">;
  readonly auth: Pick<Auth, "wallets">;
  readonly clock: Clock;
}

/** The chain for reading; undefined where staking is not configured or the chain has no activity. */
export const openChain = async ({ evm }: Pick<StakeDeps, "evm">): Promise<StakeChain | undefined> => {
  const chain = stakeChainOf(evm);
  return chain && (await chain.hasHistory()) ? openStakeChain(chain) : undefined;
};

/** The node's wallets, the account's primary one first. Throws NOT_FOUND. */
export const walletsOf = async ({ auth }: Pick<StakeDeps, "auth">, db: Db, nodeId: string): Promise<string[]> => {
  const { person_id } = await nodeOf(db, nodeId);
  return (await auth.wallets(db, person_id)).map(({ address }) => address);
};

/**
 * Reads a node's wallets at the last confirmed block, for `keepStakes`: stakes undone within a block never count. Throws on read errors.
 */
export const readStakes = async (deps: StakeDeps, db: Db, nodeId: string, chain: StakeChain): Promise<StakeReading> => {
  const addresses = await walletsOf(deps, db, nodeId);
  const head = await chain.head();
  const block = confirmedOf(chain.chain, head);
  const readAt = (at: number) =>
    Promise.all(addresses.map(async (address) => [address, await chain.stakeOf(address, at)] as const));
  const stakes = await readAt(block).catch(async (error: unknown) => {
    // A restarted node has lost the state of past blocks. The latest state is equal if nothing changed since.
    if ((await chain.touched(block + 1, head)).size > 0) throw error;
    return readAt(head);
  });
  return { block, embedded: deps.evm.embedded, wallets: new Map(stakes) };
};

/** A reading takes several chain requests; callers above this limit are rejected. */
const readingsAtOnce = 4;

/** Limits concurrent readings requested by users. Throws TOO_MANY_REQUESTS. */
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
