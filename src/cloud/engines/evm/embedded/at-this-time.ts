/**
 * An idle chain makes no blocks, so its last one may be of yesterday. What somebody tries before sending it is tried at the time of the block
 * that it would come into, not of that one: a period that has passed meanwhile has passed.
 */
const tried: ReadonlySet<string> = new Set(["eth_call", "eth_estimateGas"]);
const newest: ReadonlySet<unknown> = new Set([undefined, null, "latest", "pending"]);

/** The parameters as the node is to be given them, with the time as its block override. */
export const atThisTime = (method: string, params: readonly unknown[], now = Date.now()): readonly unknown[] => {
  const [transaction, block, state = null, overrides] = params;
  if (!tried.has(method) || !newest.has(block) || (overrides ?? undefined) !== undefined) return params;
  return [transaction, block ?? "latest", state, { time: `0x${Math.floor(now / 1000).toString(16)}` }];
};
