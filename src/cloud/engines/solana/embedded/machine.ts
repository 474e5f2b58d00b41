import type { Address, Lamports } from "@solana/kit";
import type { LiteSVM } from "litesvm";
import type { ReadTransaction } from "../read-transaction.ts";

/** What the virtual machine refused: `reason` is Solana's own name for it, such as BlockhashNotFound. */
export class Refused extends Error {
  readonly reason: string;
  readonly logs: readonly string[];

  constructor(reason: string, logs: readonly string[] = []) {
    super(`Transaction simulation failed: ${reason}`);
    this.name = "Refused";
    this.reason = reason;
    this.logs = logs;
  }
}

/** For how many blocks a transaction may be sent after it was made, as on the public network. */
export const validForBlocks = 150;

export interface Machine {
  readonly state: LiteSVM;
  /** Runs a transaction in a block of its own. Throws Refused. */
  run(read: Pick<ReadTransaction, "transaction" | "blockhash">): void;
  /** Makes lamports in a block of its own. Throws Refused. */
  give(address: string, lamports: bigint): void;
}

/** A virtual machine at its beginning. It is a native module of several megabytes, which only a used chain loads. */
export const newMachine = async (): Promise<Machine> => {
  const { FailedTransactionMetadata, LiteSVM } = await import("litesvm");
  // By itself it takes only what was made after the very last block; two people at once would refuse each other.
  const state = new LiteSVM().withBlockhashCheck(false);
  let recent: string[] = [state.latestBlockhash()];
  const endBlock = () => {
    state.expireBlockhash();
    recent = [...recent, state.latestBlockhash()].slice(-validForBlocks);
  };
  return {
    state,
    run: ({ transaction, blockhash }) => {
      if (!recent.includes(blockhash)) throw new Refused("BlockhashNotFound");
      // Tried first: one that fails while it runs would cost its payer the fee, and nothing of it is kept.
      const outcome = state.simulateTransaction(transaction);
      if (outcome instanceof FailedTransactionMetadata) {
        throw new Refused(reasonIn(outcome.toString()), outcome.meta().logs());
      }
      state.sendTransaction(transaction);
      endBlock();
    },
    give: (address, lamports) => {
      const outcome = state.airdrop(address as Address, lamports as Lamports);
      if (outcome === null || outcome instanceof FailedTransactionMetadata)
        throw new Refused("InsufficientFundsForRent");
      endBlock();
    },
  };
};

/** The machine describes a failure as `FailedTransactionMetadata { err: BlockhashNotFound, … }`. */
const reasonIn = (description: string): string => /err: (\w+)/.exec(description)?.[1] ?? "UnknownError";
