/** JSON-RPC reads of the chain watcher. */
import type { EvmChain } from "../../engines/evm/evm.ts";

export interface Header {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
}

export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly logIndex: number;
}

export type Reader = Awaited<ReturnType<typeof readerOf>>;

interface RawHeader {
  readonly number: string;
  readonly hash: string;
  readonly parentHash: string;
}

type RawLog = Omit<Log, "blockNumber" | "logIndex"> & { readonly blockNumber: string; readonly logIndex: string };

/** Starts a local devnet. */
export const readerOf = async (chain: EvmChain) => {
  const provider = await chain.connect();
  const ask = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
    provider.send(method, [...params]) as Promise<T>;
  const { registration, recharge, purchase } = chain.contracts;
  const address = [registration, recharge, purchase].filter((one) => one !== undefined);
  const logs = async (where: object): Promise<Log[]> =>
    (await ask<RawLog[]>("eth_getLogs", { ...where, address })).map(logFrom).toSorted(inOrder);

  return {
    /** Number of the newest block. */
    head: async (): Promise<number> => Number(await ask<string>("eth_blockNumber")),
    /** undefined if the chain has no such block. */
    header: async (number: number): Promise<Header | undefined> => {
      const raw = await ask<RawHeader | null>("eth_getBlockByNumber", hex(number), false);
      return raw ? { number: Number(raw.number), hash: raw.hash, parentHash: raw.parentHash } : undefined;
    },
    /** Events of our contracts in one block, in order. Throws, or returns nothing, when the block was dropped. */
    logsIn: (blockHash: string): Promise<Log[]> => logs({ blockHash }),
    logsBetween: (first: number, last: number): Promise<Log[]> => logs({ fromBlock: hex(first), toBlock: hex(last) }),
  };
};

const hex = (number: number): string => `0x${number.toString(16)}`;

const logFrom = (raw: RawLog): Log => ({
  ...raw,
  blockNumber: Number(raw.blockNumber),
  logIndex: Number(raw.logIndex),
});

const inOrder = (a: Log, b: Log): number => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex;
