/** Answers requests of one chain: from the cache, by sharing an equal pending request, or from its nodes. */
import { rpcRefusals, type RpcLogReason } from "../../../resources/rpc/errors.ts";
import { keccak256 } from "ethers";
import { LRUCache } from "lru-cache";
import { isShared, keepingOf } from "./upstream/cache-rule.ts";
import type { RpcChain } from "./upstream/chains.ts";
import { createPool, type Outcome, type Pool } from "./upstream/pool.ts";
import type { NodeReply, Request } from "./upstream/upstream.ts";

export type Source = "hit" | "shared" | "miss";

export interface Read extends Outcome {
  readonly source: Source;
  /** Why no node was asked, for an error of our own. */
  readonly reason?: RpcLogReason | undefined;
}

export type Reader = ReturnType<typeof createReader>;

/** For all chains together, in characters of JSON; parsed values take about three times as many bytes. */
const cacheSizeMax = 16 * 1024 * 1024;
const entrySizeMax = 1024 * 1024;

export type ReplyCache = LRUCache<string, { readonly reply: NodeReply }>;
export const createReplyCache = (): ReplyCache =>
  new LRUCache({ maxSize: cacheSizeMax, maxEntrySize: entrySizeMax, ttl: 0 });

export const createReader = (chain: RpcChain, cache: ReplyCache) => {
  const underWay = new Map<string, Promise<Outcome>>();
  /** Incremented with each block: responses for one block are found under its number only. */
  let age = 0;
  /** Invalidates responses for the head of the chain after a new block or transaction. */
  const moved = (): void => void (age += 1);
  const pool = createPool(chain, moved);

  const remember = (request: Request, keys: Keys, { result, error }: NodeReply): void => {
    if (error !== undefined) return;
    recordHeads(pool, request.method, result);
    const keeping = keepingOf(request, result, { head: pool.head(), finality: chain.finality });
    const size = JSON.stringify(result)?.length ?? 0;
    if (keeping === "never" || size === 0) return;
    if (keeping === "forever") cache.set(keys.forever, { reply: { result } }, { size });
    else cache.set(keys.now, { reply: { result } }, { size, ttl: chain.blockMs });
  };

  const together = (key: string, ask: () => Promise<Outcome>): { outcome: Promise<Outcome>; source: Source } => {
    const pending = underWay.get(key);
    if (pending) return { outcome: pending, source: "shared" };
    const outcome = ask().finally(() => underWay.delete(key));
    underWay.set(key, outcome);
    return { outcome, source: "miss" };
  };

  const write = async (request: Request): Promise<Read> => {
    const [raw] = request.params;
    if (typeof raw !== "string" || !/^0x([0-9a-f]{2})+$/i.test(raw)) {
      const error = {
        code: rpcRefusals.paramsInvalid.code,
        message: "Missing signed transaction in hexadecimal.",
      };
      return { reply: { error }, reason: "PARAMS_INVALID", attempts: 0, source: "miss" };
    }
    const hash = keccak256(raw);
    const { outcome, source } = together(`write ${hash}`, () => pool.write(request, hash));
    const done = await outcome;
    moved();
    return { ...done, source };
  };

  return {
    chain,
    pool,
    moved,
    answer: async (request: Request): Promise<Read> => {
      const { method, params } = request;
      if (method === "eth_sendRawTransaction") return write(request);
      if (!isShared(method, params)) return { ...(await pool.read(request)), source: "miss" };
      const what = `${chain.id} ${method} ${JSON.stringify(params)}`;
      const keys = { forever: what, now: `${age} ${what}` };
      const cached = cache.get(keys.forever) ?? cache.get(keys.now);
      if (cached) return { reply: cached.reply, attempts: 0, source: "hit" };
      const { outcome, source } = together(keys.now, async () => {
        const read = await pool.read(request);
        remember(request, keys, read.reply);
        return read;
      });
      return { ...(await outcome), source };
    },
  };
};

interface Keys {
  readonly forever: string;
  readonly now: string;
}

/** Updates the head from responses that contain a block. */
const recordHeads = (pool: Pool, method: string, result: unknown): void => {
  if (method === "eth_blockNumber") pool.recordHead(Number(result));
  if (method !== "eth_getTransactionReceipt" && method !== "eth_getBlockByNumber") return;
  const { number, blockNumber = number } = (result ?? {}) as {
    readonly number?: unknown;
    readonly blockNumber?: unknown;
  };
  if (typeof blockNumber === "string") pool.recordHead(Number(blockNumber));
};
