/** Limits what a call without a transaction may cost the node, and dates it. */
import { isRawNumber } from "../../engines/network/parse-json.ts";
import { blockGasLimit } from "../../engines/evm/rpc/raw-transaction.ts";

type Fields = Readonly<Record<string, unknown>>;

const tried: ReadonlySet<string> = new Set(["eth_call", "eth_estimateGas"]);
const newest: ReadonlySet<unknown> = new Set([undefined, null, "latest", "pending"]);
/** Names of the same value, as nodes accept them. */
const gasNames: ReadonlySet<string> = new Set(["gas", "gaslimit"]);

/**
 * Returns the parameters for the node. A call may use as much gas as a block, whatever it and its block override say:
 * code that loops would otherwise keep the node from everyone. An idle chain creates no blocks, so its last block may be
 * old; calls and estimates use the time of the next block instead: periods that have ended since count as ended.
 */
export const withinBlock = (method: string, params: readonly unknown[], now = Date.now()): readonly unknown[] => {
  if (!tried.has(method)) return params;
  const [transaction, block, state, overrides, ...rest] = params;
  const limited = limitedGas(transaction);
  if (overrides !== undefined && overrides !== null)
    return [limited, block, state ?? null, limitedGas(overrides), ...rest];
  if (!newest.has(block)) return [limited, ...params.slice(1)];
  return [limited, block ?? "latest", state ?? null, { time: `0x${Math.floor(now / 1000).toString(16)}` }, ...rest];
};

const limitedGas = (fields: unknown): unknown => {
  if (typeof fields !== "object" || fields === null || Array.isArray(fields) || isRawNumber(fields)) return fields;
  return Object.fromEntries(
    Object.entries(fields as Fields).map(([name, value]) =>
      gasNames.has(name.toLowerCase().replaceAll("_", "")) && exceedsBlock(value)
        ? [name, `0x${blockGasLimit.toString(16)}`]
        : [name, value],
    ),
  );
};

/** The node refuses what is no number. */
const exceedsBlock = (value: unknown): boolean => {
  try {
    return BigInt(isRawNumber(value) ? value.rawJSON : (value as string | number)) > BigInt(blockGasLimit);
  } catch {
    return false;
  }
};
