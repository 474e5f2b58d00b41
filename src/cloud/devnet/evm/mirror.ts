/** A node with the state of a chain's log: created from the log at its start and updated before each use. */
import type { Logger } from "pino";
import type { Db } from "../../engines/database/database.ts";
import { forgetState, startAnvil, type Anvil } from "./node/anvil.ts";
import { createLazyNode } from "./node/lazy-node.ts";
import { NodeError, NodeGone, type NodeRequest } from "../../engines/evm/node-request.ts";
import { RpcError } from "../../engines/network/rpc-error.ts";
import type { ChainLog, LoggedBlock } from "./chain-log.ts";

export interface Genesis {
  /** Unix seconds. */
  readonly at: number;
  /** Accounts with an initial balance. */
  readonly funded: readonly string[];
  /** Initial balance of each in wei; 10^18 coins by default. */
  readonly balance?: bigint;
}

export interface MirrorOptions {
  readonly chainId: number;
  readonly folder: string;
  readonly genesis: Genesis;
  readonly idleMs: number;
  readonly log: Logger;
}

/** Receiver of fees; nobody has its key. */
export const coinbase = "0x00000000000000000000000000000000000000c0";
const defaultBalance = 10n ** 36n;

export const createMirror = (chainLog: ChainLog, { chainId, folder, genesis, idleMs, log }: MirrorOptions) => {
  /** Number of the last block in the node. */
  let applied = 0;
  /** Transactions pending in the node, by hash; undefined if unknown. */
  let pool: Set<string> | undefined;
  let isWhole = false;
  let busy = 0;
  let isSilent = false;

  const node = createLazyNode(
    async () => {
      const onSilence = (silent: boolean): void => void (isSilent = silent);
      const anvil = await startAnvil({ chainId, folder, genesisAt: genesis.at, onSilence });
      isSilent = false;
      applied = await headOf(anvil.request);
      pool = new Set();
      isWhole = applied === 0;
      if (isWhole) await endow(anvil.request, genesis);
      return anvil;
    },
    { idleMs, isBusy: () => busy > 0 },
  );

  /** Restarts from the genesis block. */
  const startOver = async (): Promise<Anvil> => {
    await node.stop();
    await forgetState(folder);
    return node.get();
  };

  /**
   * Verifies the state from the disk against the log: it may come from a backup, or be truncated between two blocks.
   */
  const trusted = async (db: Db): Promise<Anvil> => {
    const anvil = await node.get();
    if (isWhole) return anvil;
    const expectedHash = await chainLog.hashAt(db, applied);
    if (expectedHash === undefined || expectedHash !== (await blockHash(anvil.request, applied))) return startOver();
    isWhole = true;
    return anvil;
  };

  const apply = async (db: Db, { request }: Anvil, block: LoggedBlock, isLast: boolean): Promise<void> => {
    const { number, transactions, timestamp } = block;
    if (pool === undefined || pool.size > 0) await request("anvil_dropAllTransactions");
    pool = undefined;
    for (const raw of transactions) await offer(request, raw);
    await request("evm_mine", [{ timestamp, blocks: 1 }]);
    // Transactions that the block did not include are dropped, as in a replay.
    if (transactions.length > 0) await request("anvil_dropAllTransactions");
    pool = new Set();
    applied = number;
    if (block.hash !== null && !isLast) return;
    const hash = await blockHash(request, number);
    if (hash === block.hash) return;
    if (block.hash !== null)
      log.error({ chainId, number, was: block.hash, hash }, "A replayed block has a different hash");
    await chainLog.setHash(db, number, hash);
  };

  const catchUp = async (db: Db, anvil: Anvil, head: number): Promise<void> => {
    while (applied < head) {
      const blocks = await chainLog.after(db, applied);
      for (const [index, block] of blocks.entries()) await apply(db, anvil, block, index === blocks.length - 1);
    }
  };

  const fillPool = async (db: Db, { request }: Anvil, pending: readonly string[]): Promise<void> => {
    const holds = pool;
    if (holds?.size === pending.length && pending.every((hash) => holds.has(hash))) return;
    if (holds?.size !== 0) await request("anvil_dropAllTransactions");
    pool = undefined;
    for (const { raw } of await chainLog.pending(db)) await offer(request, raw);
    pool = new Set(pending);
  };

  const current = async (db: Db): Promise<Anvil> => {
    try {
      let anvil = await trusted(db);
      const { head, pending } = await chainLog.state(db);
      // The database may have been restored to an earlier state in the meantime.
      if (applied > head) anvil = await startOver();
      await catchUp(db, anvil, head);
      await fillPool(db, anvil, pending);
      return anvil;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      throw new Error("The node rejected an entry of the chain's log.", { cause: error });
    }
  };

  return {
    /** Calls `work` with the node in the log's current state. Calls must not overlap. */
    use: async <T>(db: Db, work: (request: NodeRequest) => Promise<T>): Promise<T> => {
      busy += 1;
      try {
        const { request } = await current(db);
        return await work(request);
      } catch (error) {
        // It may be exiting: the next one starts after its end.
        if (error instanceof NodeGone) await node.stop();
        // A rejection leaves the node unchanged; after any other error its state is unknown.
        if (!(error instanceof NodeError || error instanceof RpcError)) pool = undefined;
        throw error;
      } finally {
        busy -= 1;
      }
    },
    /** Records that the node accepted a transaction that will be logged, possibly replacing another. */
    took: (hash: string, replaced?: string): void => {
      if (replaced !== undefined) pool?.delete(replaced);
      pool?.add(hash);
    },
    /** Returns whether the node runs with a state of the log. */
    isCurrent: (): boolean => isWhole && node.isRunning(),
    isRunning: node.isRunning,
    /** Returns whether the node owes an answer and gives no sign of life. */
    isSilent: () => isSilent,
    stop: node.stop,
    close: node.close,
  };
};

const endow = async (request: NodeRequest, { funded, balance = defaultBalance }: Genesis): Promise<void> => {
  await request("anvil_setCoinbase", [coinbase]);
  for (const address of funded) await request("anvil_setBalance", [address, `0x${balance.toString(16)}`]);
};

/** Sends a transaction to the node. A rejection is the same in each replay. */
const offer = async (request: NodeRequest, raw: Buffer): Promise<void> => {
  await request("eth_sendRawTransaction", [`0x${raw.toString("hex")}`]).catch((error: unknown) => {
    if (!(error instanceof NodeError)) throw error;
  });
};

const headOf = async (request: NodeRequest): Promise<number> => Number(await request("eth_blockNumber"));

const blockHash = async (request: NodeRequest, number: number): Promise<string> => {
  const block = (await request("eth_getBlockByNumber", [`0x${number.toString(16)}`, false])) as { hash: string };
  return block.hash;
};
