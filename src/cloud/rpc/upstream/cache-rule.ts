/**
 * Decides how long a response can be reused: forever once its block is final, for a block's time at the head of the
 * chain.
 */

export type Keeping = "forever" | "block" | "never";

/** Position of the block parameter. */
const blockAt: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getBlockReceipts: 0,
  eth_getBlockTransactionCountByNumber: 0,
  eth_getTransactionByBlockNumberAndIndex: 0,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_call: 1,
  eth_getStorageAt: 2,
};
const constant: ReadonlySet<string> = new Set([
  "eth_chainId",
  "net_version",
  "web3_sha3",
  "eth_getBlockByHash",
  "eth_getBlockTransactionCountByHash",
  "eth_getTransactionByBlockHashAndIndex",
]);
const ofTransactions: ReadonlySet<string> = new Set(["eth_getTransactionReceipt", "eth_getTransactionByHash"]);
const ofTheMoment: ReadonlySet<string> = new Set([
  "eth_blockNumber",
  "eth_gasPrice",
  "eth_maxPriorityFeePerGas",
  "eth_feeHistory",
]);

/** Returns whether equal requests can share a response. Nonces never can: their caller is about to send. */
export const isShared = (method: string, params: readonly unknown[]): boolean => {
  if (constant.has(method) || ofTransactions.has(method) || ofTheMoment.has(method)) return true;
  if (method === "eth_getLogs") return !namesPending(objectOf(params[0])["toBlock"]);
  return Object.hasOwn(blockAt, method) && !namesPending(params[blockAt[method]!]);
};

/**
 * Returns how long to cache a shared response. null is never cached: the object may be created later. `head`: the
 * newest known block.
 */
export const keepingOf = (
  { method, params }: { readonly method: string; readonly params: readonly unknown[] },
  result: unknown,
  { head, finality }: { readonly head: number | undefined; readonly finality: number },
): Keeping => {
  if (result === null || result === undefined) return "never";
  const isFinal = (number: unknown): boolean => {
    if (typeof number !== "string" || !/^0x[0-9a-f]+$/i.test(number) || number.length > 20) return false;
    return head !== undefined && Number(number) <= head - finality;
  };
  if (constant.has(method)) return "forever";
  if (ofTransactions.has(method)) {
    const { blockNumber } = objectOf(result);
    if (blockNumber === null || blockNumber === undefined) return "never";
    return isFinal(blockNumber) ? "forever" : "block";
  }
  if (method === "eth_getLogs") return isFinal(objectOf(params[0])["toBlock"]) ? "forever" : "block";
  return Object.hasOwn(blockAt, method) && isFinal(params[blockAt[method]!]) ? "forever" : "block";
};

const namesPending = (tag: unknown): boolean => tag === "pending";

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
