/** Which of the waiting transactions go into the next block: those whose turn it is, in order of acceptance, as long as they fit. */
import type { EvmPendingRow } from "../tables.ts";

export type Waiting = Pick<EvmPendingRow, "sender" | "nonce" | "hash" | "gas_limit" | "raw" | "created_at">;

export interface NextBlock {
  readonly taken: readonly Waiting[];
  /** Never to be taken any more: another with their nonce is on the chain, or what must come before them never came. */
  readonly dropped: readonly Waiting[];
}

export interface BlockSize {
  readonly gas: number;
  /** Of the signed transactions together. */
  readonly bytes?: number | undefined;
}

/** As the node is told (`rules` in ../node/anvil.ts). */
export const blockGasLimit = 30_000_000;
const asMuchAsItMayHave: BlockSize = { gas: blockGasLimit };
/** How long a transaction may wait for one with a lower nonce. */
const patienceMs = 3 * 3_600_000;

/** `nonces`: what each sender's next transaction bears. */
export const nextBlock = (
  waiting: readonly Waiting[],
  nonces: ReadonlyMap<string, number>,
  { gas: gasMax, bytes: bytesMax = Infinity } = asMuchAsItMayHave,
  now = Date.now(),
): NextBlock => {
  const next = new Map(nonces);
  const taken: Waiting[] = [];
  let gasLeft = gasMax;
  let bytesLeft = bytesMax;
  let open = waiting.filter((each) => Number(each.nonce) >= (next.get(each.sender) ?? 0));
  // A transaction may have been accepted before the one with the nonce below it: then it comes in another round.
  for (let before = -1; before !== taken.length;) {
    before = taken.length;
    const later: Waiting[] = [];
    for (const each of open) {
      const gas = Number(each.gas_limit);
      const fits = gas <= gasLeft && each.raw.length <= bytesLeft;
      if (Number(each.nonce) !== next.get(each.sender) || !fits) {
        later.push(each);
        continue;
      }
      taken.push(each);
      gasLeft -= gas;
      bytesLeft -= each.raw.length;
      next.set(each.sender, Number(each.nonce) + 1);
    }
    open = later;
  }
  const isDropped = ({ sender, nonce, created_at }: Waiting): boolean =>
    Number(nonce) < (nonces.get(sender) ?? 0) || now - created_at.getTime() > patienceMs;
  return { taken, dropped: waiting.filter((each) => !taken.includes(each) && isDropped(each)) };
};
