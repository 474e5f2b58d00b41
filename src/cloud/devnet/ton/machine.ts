/** TON's virtual machine: executes messages and get-methods. Stores nothing. */
import {
  beginCell,
  Cell,
  loadShardAccount,
  parseTuple,
  storeShardAccount,
  type Address,
  type ShardAccount,
  type TupleItem,
} from "@ton/core";
import { createEmptyShardAccount, createShardAccount, defaultConfig, Executor } from "@ton/sandbox";
import { TonRefused } from "../../engines/ton/ton.ts";
import type { OwnWallet } from "./keys.ts";

/** Time and position of a message in the chain. */
export interface Moment {
  /** Unix seconds. */
  readonly at: number;
  readonly lt: bigint;
  /** 32 bytes of randomness for contracts. */
  readonly seed: Buffer;
}

export interface MethodAnswer {
  /** 0 and 1 are success; -13: no contract. */
  readonly exitCode: number;
  readonly gasUsed: number;
  readonly stack: readonly TupleItem[];
}

export type Machine = Awaited<ReturnType<typeof openMachine>>;

const noContract: MethodAnswer = { exitCode: -13, gasUsed: 0, stack: [] };
const methodGasMax = 1_000_000n;
const base64 = (boc: Buffer): string => boc.toString("base64");

export const openMachine = async () => {
  const executor = await Executor.create();
  return {
    /** Delivers a message to an account; both as bags of cells. Throws TonRefused for an external message its contract rejects. */
    run: async (
      account: Buffer,
      message: Cell,
      { at, lt, seed }: Moment,
    ): Promise<{ readonly account: Buffer; readonly transaction: Cell }> => {
      const { result } = await executor.runTransaction({
        config: defaultConfig,
        libs: null,
        verbosity: "short",
        shardAccount: base64(account),
        message,
        now: at,
        lt,
        randomSeed: seed,
        ignoreChksig: false,
        debugEnabled: false,
      });
      if (!result.success) throw new TonRefused(result.error, result.vmResults?.vmExitCode);
      return {
        account: Buffer.from(result.shardAccount, "base64"),
        transaction: Cell.fromBase64(result.transaction),
      };
    },
    /** Runs a get-method that takes no arguments. */
    ask: async (boc: Buffer, methodId: number, at: number): Promise<MethodAnswer> => {
      const { account } = readAccount(boc);
      const state = account?.storage.state;
      if (account === undefined || account === null || state?.type !== "active" || !state.state.code) return noContract;
      const { output } = await executor.runGetMethod({
        code: state.state.code,
        data: state.state.data ?? new Cell(),
        methodId,
        stack: [],
        config: defaultConfig,
        verbosity: "short",
        address: account.addr,
        unixTime: at,
        balance: account.storage.balance.coins,
        randomSeed: Buffer.alloc(32),
        gasLimit: methodGasMax,
        debugEnabled: false,
      });
      if (!output.success) throw new TonRefused(output.error);
      const stack = parseTuple(Cell.fromBase64(output.stack));
      return { exitCode: output.vm_exit_code, gasUsed: Number(output.gas_used), stack };
    },
  };
};

export const readAccount = (boc: Buffer): ShardAccount => loadShardAccount(Cell.fromBoc(boc)[0]!.beginParse());

/** Returns an unused address. */
export const emptyAccount = (address: Address): Buffer => written(createEmptyShardAccount(address));

/** Returns a wallet with coins that exists from genesis. */
export const firstAccount = ({ contract }: OwnWallet, nano: bigint): Buffer =>
  written(createShardAccount({ code: contract.init.code, data: contract.init.data, balance: nano }));

const written = (account: ShardAccount): Buffer => beginCell().store(storeShardAccount(account)).endCell().toBoc();
