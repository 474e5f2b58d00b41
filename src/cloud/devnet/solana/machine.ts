import type { Address, Lamports } from "@solana/kit";
import type { LiteSVM } from "litesvm";
import type { ReadTransaction } from "../../engines/solana/read-transaction.ts";

/** A rejection by the virtual machine: `reason` is Solana's name for it, such as BlockhashNotFound. */
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

/** Number of blocks for which a transaction is valid, as on the public network. */
export const validForBlocks = 150;

export interface Machine {
  readonly state: LiteSVM;
  /** Runs a transaction in a separate block. Throws Refused. */
  run(read: Pick<ReadTransaction, "transaction" | "blockhash">): void;
  /** Mints lamports in a separate block. Throws Refused. */
  give(address: string, lamports: bigint): void;
}

/** Creates a virtual machine. A native module of several megabytes, loaded on first use. */
export const newMachine = async (): Promise<Machine> => {
  const { FailedTransactionMetadata, LiteSVM } = await import("litesvm");
  // By default it accepts only transactions based on the very last block; two users at once would conflict.
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
      // Simulated first: a failing transaction would cost its payer the fee without being stored.
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
