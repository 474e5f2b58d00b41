/**
 * Selects the pending transactions for the next block: those with the next nonce, in order of acceptance, up to the
 * limits.
 */
import type { RowOf } from "../../engines/database/tables.ts";
import { blockGasLimit } from "../../engines/evm/rpc/raw-transaction.ts";

export type Waiting = Pick<RowOf<"evm_pending">, "sender" | "nonce" | "hash" | "gas_limit" | "raw" | "created_at">;

export interface NextBlock {
  readonly included: readonly Waiting[];
  /** Permanently invalid: their nonce is used, or their predecessor never arrived. */
  readonly dropped: readonly Waiting[];
}

export interface BlockSize {
  readonly gas: number;
  /** Limit of the total size of the signed transactions. */
  readonly bytes?: number | undefined;
}

const defaultSize: BlockSize = { gas: blockGasLimit };
/** Maximum time that a transaction waits for one with a lower nonce. */
const patienceMs = 3 * 3_600_000;

/** `nonces`: each sender's next nonce. */
export const nextBlock = (
  waiting: readonly Waiting[],
  nonces: ReadonlyMap<string, number>,
  { gas: gasMax, bytes: bytesMax = Infinity } = defaultSize,
  now = Date.now(),
): NextBlock => {
  const next = new Map(nonces);
  const included: Waiting[] = [];
  let gasLeft = gasMax;
  let bytesLeft = bytesMax;
  let open = waiting.filter((each) => Number(each.nonce) >= (next.get(each.sender) ?? 0));
  // A transaction may have been accepted before the one with the previous nonce: it is included in a later pass.
  for (let before = -1; before !== included.length;) {
    before = included.length;
    const later: Waiting[] = [];
    for (const each of open) {
      const gas = Number(each.gas_limit);
      const fits = gas <= gasLeft && each.raw.length <= bytesLeft;
      if (Number(each.nonce) !== next.get(each.sender) || !fits) {
        later.push(each);
        continue;
      }
      included.push(each);
      gasLeft -= gas;
      bytesLeft -= each.raw.length;
      next.set(each.sender, Number(each.nonce) + 1);
    }
    open = later;
  }
  const isDropped = ({ sender, nonce, created_at }: Waiting): boolean =>
    Number(nonce) < (nonces.get(sender) ?? 0) || now - created_at.getTime() > patienceMs;
  return { included, dropped: waiting.filter((each) => !included.includes(each) && isDropped(each)) };
};
