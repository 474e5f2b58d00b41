/**
 * An idle chain creates no blocks, so its last block may be old. Calls and estimates therefore use the time of the next
 * block instead: periods that have ended since count as ended.
 */
const tried: ReadonlySet<string> = new Set(["eth_call", "eth_estimateGas"]);
const newest: ReadonlySet<unknown> = new Set([undefined, null, "latest", "pending"]);

/** Returns the parameters for the node, with the current time as block override. */
export const atThisTime = (method: string, params: readonly unknown[], now = Date.now()): readonly unknown[] => {
  const [transaction, block, state = null, overrides] = params;
  if (!tried.has(method) || !newest.has(block) || (overrides ?? undefined) !== undefined) return params;
  return [transaction, block ?? "latest", state, { time: `0x${Math.floor(now / 1000).toString(16)}` }];
};
