/**
 * A chain of the cloud's own. What is accepted stands in the log before anybody hears of it, and the node only follows the log; so
 * a kill at any moment loses nothing, and a replay gives the same blocks. After a transaction come as many blocks as confirm it,
 * then none: an idle chain does not grow.
 */
import type { Database, Trx } from "../../database/database.ts";
import { NodeError, NodeGone, type NodeRequest } from "../node/node-request.ts";
import { RpcError } from "../../network/rpc-error.ts";
import { atThisTime } from "./at-this-time.ts";
import { createChainLog } from "./chain-log.ts";
import { createMirror, type MirrorOptions } from "./mirror.ts";
import { blockGasLimit, nextBlock } from "./next-block.ts";

export interface EmbeddedChainOptions extends MirrorOptions {
  readonly key: string;
  readonly database: Pick<Database, "db">;
  readonly confirmations: number;
  /** How long a transaction waits for its block, and each block that confirms it for the next. */
  readonly blockMs: number;
  /** Signed transactions that are to stand in the chain before it is used, made for the node's state. */
  readonly prepare: (request: NodeRequest) => Promise<readonly string[]>;
  /** What the transactions of a block may be long together, and one alone; as much as their gas allows unless given. */
  readonly blockBytesMax?: number;
  /** Told of each new block. */
  readonly onBlock: () => void;
}

export type EmbeddedChain = ReturnType<typeof createEmbeddedChain>;

/** Of one chain, and of one sender. */
const pendingMax = 1_000;
const pendingPerSenderMax = 64;
const limitExceeded = -32_005;
const retryMs = 1_000;
/** Beyond the confirmations: clients such as ethers hear only of blocks that come after they began to listen. */
const trailingBlocks = 2;

export const createEmbeddedChain = (options: EmbeddedChainOptions) => {
  const { key, chainId, database, confirmations, blockMs, blockBytesMax, prepare, onBlock, log } = options;
  const { db } = database;
  const chainLog = createChainLog(key);
  const mirror = createMirror(chainLog, options);
  const blocksAfter = confirmations - 1 + trailingBlocks;
  let turn: Promise<unknown> = Promise.resolve();
  let preparing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let mining = 0;
  let isClosed = false;

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work);
    turn = next.catch(() => undefined);
    return next;
  };

  /** Looks at the chain as it stands. */
  const read = <T>(work: (request: NodeRequest) => Promise<T>): Promise<T> =>
    inTurn(() => orAgain(() => mirror.use(db, work)));

  /** Changes the log, alone among all processes; the node follows. */
  const change = <T>(work: (trx: Trx, request: NodeRequest) => Promise<T>): Promise<T> =>
    inTurn(() =>
      orAgain(() =>
        db.transaction().execute(async (trx) => {
          await chainLog.lock(trx);
          return mirror.use(trx, (request) => work(trx, request));
        }),
      ),
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

  /** Adds the block that is due, if one is. */
  const mine = async (): Promise<boolean> => {
    const isMined = await change(async (trx, request) => {
      const waiting = await chainLog.pending(trx);
      const nonces = await noncesOf(request, new Set(waiting.map(({ sender }) => sender)));
      const { taken, dropped } = nextBlock(waiting, nonces, { gas: blockGasLimit, bytes: blockBytesMax });
      await chainLog.remove(
        trx,
        [...taken, ...dropped].map(({ hash }) => hash),
      );
      if (taken.length === 0 && !(await isConfirming(trx))) return false;
      await chainLog.append(
        trx,
        taken.map(({ raw }) => raw),
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

  /** Gives the milliseconds until the next block is due, if one is. */
  const mineNow = async (): Promise<number | undefined> => {
    try {
      await prepared();
      return (await mine()) ? blockMs : undefined;
    } catch (error) {
      if (!isClosed) log.error({ err: error, chain: key }, "Couldn't create a block; retrying");
      return retryMs;
    }
  };

  const whenDue = async (): Promise<void> => {
    // What comes in from here on may have missed this block: it sets its own timer.
    timer = undefined;
    mining += 1;
    const againInMs = await mineNow();
    mining -= 1;
    if (againInMs !== undefined) mineLater(againInMs);
  };

  const mineLater = (afterMs = blockMs): void => {
    if (!isClosed) timer ??= setTimeout(() => void whenDue(), afterMs);
  };

  return {
    /** Asks the node. Throws RpcError with the node's own code and words. */
    ask: async (method: string, params: readonly unknown[]): Promise<unknown> => {
      await prepared();
      return asRpc(read((request) => request(method, atThisTime(method, params))));
    },

    /** Keeps a signed transaction, hexadecimal, and gives its hash; the same one again is no error while it waits. Throws RpcError. */
    submit: async (hex: unknown): Promise<string> => {
      const { readRawTransaction } = await import("../rpc/raw-transaction.ts");
      const row = readRawTransaction(hex, chainId, blockBytesMax);
      await prepared();
      await asRpc(
        change(async (trx, request) => {
          const waiting = await chainLog.pending(trx);
          if (waiting.some(({ hash }) => hash === row.hash)) return;
          const own = waiting.filter(({ sender }) => sender === row.sender);
          const replaced = own.find(({ nonce }) => Number(nonce) === Number(row.nonce));
          const isFull = own.length >= pendingPerSenderMax || waiting.length >= pendingMax;
          if (isFull && !replaced) throw new RpcError(limitExceeded, "txpool is full");
          await request("eth_sendRawTransaction", [hex]);
          mirror.took(row.hash, replaced?.hash);
          await chainLog.put(trx, row);
        }),
      );
      mineLater();
      return row.hash;
    },

    /** Goes on where a process was stopped: with what waits, and with blocks that are to confirm the last transaction. */
    resume: async (): Promise<void> => {
      const { head, pending } = await chainLog.state(db);
      if (pending.length > 0 || head - (await chainLog.lastUsed(db)) < Math.min(blocksAfter, head)) mineLater(0);
    },

    /** Whether anything has ever happened on the chain. */
    hasHistory: async (): Promise<boolean> => (await chainLog.state(db)).head > 0,
    isRunning: mirror.isRunning,
    /** Whether this process is making blocks, or about to. */
    isMining: () => mining > 0 || timer !== undefined,
    /** Ends the node as if it were not needed any more. */
    rest: () => inTurn(mirror.stop),

    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(timer);
      await turn;
      await mirror.close();
    },
  };
};

/** Once more, when the node went away meanwhile. */
const orAgain = <T>(work: () => Promise<T>): Promise<T> =>
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

const asRpc = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (error instanceof NodeError) throw new RpcError(error.code, error.message, error.data);
    throw error;
  });
