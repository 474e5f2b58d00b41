/**
 * A local chain. Accepted transactions are logged before they are acknowledged, and the node only follows the log, so a
 * kill at any moment loses nothing and a replay creates the same blocks. A transaction is followed by enough blocks to
 * confirm it, then by none: an idle chain does not grow.
 */
import type { Database, Trx } from "../../engines/database/database.ts";
import { NodeError, NodeGone, type NodeRequest } from "../../engines/evm/node-request.ts";
import { RpcError } from "../../engines/network/rpc-error.ts";
import { createChainLog } from "./chain-log.ts";
import { createRunner } from "../../kernel/repeat.ts";
import { createMirror, type MirrorOptions } from "./mirror.ts";
import type { Fence } from "../../kernel/owners.ts";
import { blockGasLimit } from "../../engines/evm/rpc/raw-transaction.ts";
import { nextBlock } from "./next-block.ts";
import { withinBlock } from "./within-block.ts";

export interface EmbeddedChainOptions extends MirrorOptions {
  readonly key: string;
  readonly database: Pick<Database, "db">;
  readonly confirmations: number;
  /** Delay before a transaction's block and between the blocks that confirm it. */
  readonly blockMs: number;
  /** Returns signed transactions to include before the chain is used, based on the node's state. */
  readonly prepare: (request: NodeRequest) => Promise<readonly string[]>;
  /** Limit for the transactions of a block and for a single one; by default, only gas limits them. */
  readonly blockBytesMax?: number;
  /** Called after each new block. */
  readonly onBlock: () => void;
}

/** A request to a chain: a node's method, or eth_sendRawTransaction. */
export interface ChainRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Limit per chain, and limit per sender. */
const pendingMax = 1_000;
const pendingPerSenderMax = 64;
const limitExceeded = -32_005;
const retryMs = 1_000;
/** Blocks after the confirmations: clients such as ethers only see blocks created after they start listening. */
const trailingBlocks = 2;

/** Returns the number of blocks that follow one with transactions. */
export const blocksAfterUse = (confirmations: number): number => confirmations - 1 + trailingBlocks;

export const createEmbeddedChain = (options: EmbeddedChainOptions) => {
  const { key, chainId, database, confirmations, blockMs, blockBytesMax, prepare, onBlock, log } = options;
  const { db } = database;
  const chainLog = createChainLog(key);
  const mirror = createMirror(chainLog, options);
  const blocksAfter = blocksAfterUse(confirmations);
  let turn: Promise<unknown> = Promise.resolve();
  let preparing: Promise<void> | undefined;
  /** Set while this process owns the chain. */
  let fence: Fence | undefined;
  let isResting = false;

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work);
    turn = next.catch(() => undefined);
    return next;
  };

  /** Reads the current state of the chain. */
  const read = <T>(work: (request: NodeRequest) => Promise<T>): Promise<T> =>
    inTurn(() => retryOnce(() => mirror.use(db, work)));

  /** Changes the log as the chain's owner and under its lock; the node follows. */
  const change = <T>(work: (trx: Trx, request: NodeRequest) => Promise<T>): Promise<T> =>
    inTurn(() =>
      retryOnce(async () => {
        // A node that starts replays the log: not in the transaction, which keeps others from taking over.
        if (!mirror.isCurrent()) await mirror.use(db, async () => undefined);
        return db.transaction().execute(async (trx) => {
          await fence?.(trx);
          await chainLog.lock(trx);
          return mirror.use(trx, (request) => work(trx, request));
        });
      }),
    );

  const prepared = (): Promise<void> =>
    (preparing ??= change(async (trx, request) => {
      const missing = await prepare(request);
      if (missing.length === 0) return;
      await chainLog.append(trx, missing.map(bytesOf));
      mineLater();
    }).catch((error: unknown) => {
      preparing = undefined;
      throw error;
    }));

  /** Adds the next block if it is due. */
  const mine = async (): Promise<boolean> => {
    const isMined = await change(async (trx, request) => {
      const waiting = await chainLog.pending(trx);
      const nonces = await noncesOf(request, new Set(waiting.map(({ sender }) => sender)));
      const { included, dropped } = nextBlock(waiting, nonces, { gas: blockGasLimit, bytes: blockBytesMax });
      await chainLog.remove(
        trx,
        [...included, ...dropped].map(({ hash }) => hash),
      );
      if (included.length === 0 && !(await isConfirming(trx))) return false;
      await chainLog.append(
        trx,
        included.map(({ raw }) => raw),
      );
      return true;
    });
    if (!isMined) return false;
    await read(async () => undefined);
    onBlock();
    return true;
  };

  const isConfirming = async (trx: Trx): Promise<boolean> => {
    const used = await chainLog.lastUsed(trx);
    const { head } = await chainLog.state(trx);
    return used > 0 && head - used < blocksAfter;
  };

  const mining = createRunner(
    async () => {
      if (isResting) return undefined;
      await prepared();
      return (await mine()) ? blockMs : undefined;
    },
    (error) => {
      if (isResting) return undefined;
      log.error({ err: error, chain: key }, "Couldn't create a block; retrying");
      return retryMs;
    },
  );

  const mineLater = (afterMs = blockMs): void => {
    if (!isResting) mining.kick(afterMs);
  };

  return {
    /** Sends a request to the node. Throws RpcError with the node's code and message. */
    ask: async (method: string, params: readonly unknown[]): Promise<unknown> => {
      await prepared();
      return toRpcErrors(read((request) => request(method, withinBlock(method, params))));
    },

    /**
     * Stores a signed transaction (hexadecimal) and returns its hash. Resending a pending one is not an error. Throws
     * RpcError.
     */
    submit: async (hex: unknown): Promise<string> => {
      const { readRawTransaction } = await import("../../engines/evm/rpc/raw-transaction.ts");
      const row = readRawTransaction(hex, chainId, blockBytesMax);
      await prepared();
      await toRpcErrors(
        change(async (trx, request) => {
          const waiting = await chainLog.pending(trx);
          if (waiting.some(({ hash }) => hash === row.hash)) return;
          const own = waiting.filter(({ sender }) => sender === row.sender);
          const replaced = own.find(({ nonce }) => Number(nonce) === Number(row.nonce));
          const isFull = own.length >= pendingPerSenderMax || waiting.length >= pendingMax;
          if (isFull && !replaced) throw new RpcError(limitExceeded, "txpool is full");
          try {
            await request("eth_sendRawTransaction", [hex]);
          } catch (error) {
            // Accepted before: its sender repeats it if the owner ended before its reply.
            if (error instanceof NodeError && (await request("eth_getTransactionByHash", [row.hash])) !== null) return;
            throw error;
          }
          mirror.took(row.hash, replaced?.hash);
          await chainLog.put(trx, row);
        }),
      );
      mineLater();
      return row.hash;
    },

    /** Resumes after a restart: mines pending transactions and the blocks that confirm the last one. */
    resume: async (): Promise<void> => {
      const { head, pending } = await chainLog.state(db);
      if (pending.length > 0 || head - (await chainLog.lastUsed(db)) < Math.min(blocksAfter, head)) mineLater(0);
    },

    /** Returns whether the chain has any blocks. */
    hasHistory: async (): Promise<boolean> => (await chainLog.state(db)).head > 0,
    isRunning: mirror.isRunning,
    isSilent: mirror.isSilent,
    /** Returns whether this process is mining or about to mine. */
    isMining: mining.isDue,
    /** Stops the node until it is needed again. */
    rest: () => inTurn(mirror.stop),
    /** Answers requests and mines from now on, until `handOver`. */
    takeOver: (as: Fence): void => {
      fence = as;
      isResting = false;
      preparing = undefined;
    },
    /** Another process mines from now on. */
    handOver: async (): Promise<void> => {
      isResting = true;
      await mining.pause();
      await inTurn(mirror.stop);
    },

    close: async (): Promise<void> => {
      await mining.close();
      await turn;
      await mirror.close();
    },
  };
};

/** Retries once if the node exited in the meantime. */
const retryOnce = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (!(error instanceof NodeGone)) throw error;
    return work();
  });

const noncesOf = async (request: NodeRequest, senders: ReadonlySet<string>): Promise<Map<string, number>> => {
  const nonces = new Map<string, number>();
  for (const sender of senders) {
    nonces.set(sender, Number(await request("eth_getTransactionCount", [sender, "latest"])));
  }
  return nonces;
};

const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), "hex");

const toRpcErrors = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (error instanceof NodeError) throw new RpcError(error.code, error.message, error.data);
    throw error;
  });
