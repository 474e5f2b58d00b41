/** A chain in memory that only serves blocks and events, and reorganizes on request. */
import { createHash } from "node:crypto";
import { Interface, type JsonRpcProvider } from "ethers";
import { chainOf, type ChainKey } from "../../../resources/chains/chains.ts";
import { purchaseAbi, rechargeAbi, registrationAbi } from "../../../resources/chains/contracts.ts";
import type { Evm, EvmChain } from "../../../src/cloud/engines/evm/evm.ts";
import { fake } from "../fake.ts";

/** A contract's event in a transaction: its name and arguments in order. */
export type ScriptedEvent = readonly ["Mint" | "Purchase" | "AccountRegistered", readonly unknown[]];

export interface Transaction {
  readonly hash: string;
  readonly events: readonly ScriptedEvent[];
}

interface Block {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly transactions: readonly Transaction[];
}

const contracts = {
  registration: `0x${"a1".repeat(20)}`,
  recharge: `0x${"b2".repeat(20)}`,
  purchase: `0x${"c3".repeat(20)}`,
  usd: `0x${"d4".repeat(20)}`,
} as const;
const speakers = {
  Mint: { address: contracts.recharge, abi: new Interface(rechargeAbi) },
  Purchase: { address: contracts.purchase, abi: new Interface(purchaseAbi) },
  AccountRegistered: { address: contracts.registration, abi: new Interface(registrationAbi) },
} as const;

export const ownCoin = `0x${"00".repeat(20)}`;
export const usdCoin = contracts.usd;

export interface ScriptedChain {
  readonly evm: Evm;
  readonly chain: EvmChain;
  /** From the first to the newest. */
  readonly blocks: readonly Block[];
  /** Adds a block with these transactions. */
  mine(...transactions: Transaction[]): Block;
  /** Removes the newest blocks and returns their content. */
  drop(depth: number): Transaction[];
  /** Hides this many of the newest blocks from now on. */
  lag(depth: number): void;
  /** Called before each answer, which waits for it; an error it throws becomes the node's error. */
  onRequest(listener: (method: string) => void | Promise<void>): void;
  /** Notifies listeners of new blocks. */
  tell(): void;
}

/** A new transaction with a unique hash. */
export const transactionOf = (...events: ScriptedEvent[]): Transaction => ({ hash: hashOf("transaction"), events });

export const scriptedChain = (key: ChainKey = "polygon", { confirmations = 4, startBlock = 0 } = {}): ScriptedChain => {
  const blocks: Block[] = [{ number: 0, hash: hashOf("genesis"), parentHash: hashOf(""), transactions: [] }];
  const listeners = new Set<(key: ChainKey) => void>();
  let lagging = 0;
  let notify = (_method: string): void | Promise<void> => undefined;

  const answers: Record<string, (...params: never[]) => unknown> = {
    eth_blockNumber: () => hex(blocks.length - 1 - lagging),
    eth_getBlockByNumber: (number: string) => {
      const block = blocks.slice(0, blocks.length - lagging)[Number(number)];
      return block ? { number: hex(block.number), hash: block.hash, parentHash: block.parentHash } : null;
    },
    eth_getLogs: (where: { blockHash?: string; fromBlock?: string; toBlock?: string }) => {
      if (where.blockHash === undefined)
        return blocks.slice(Number(where.fromBlock), Number(where.toBlock) + 1).flatMap(logsOf);
      const block = blocks.find(({ hash }) => hash === where.blockHash);
      if (!block) throw new Error("unknown block");
      return logsOf(block);
    },
  };
  const send = async (method: string, params: unknown[]): Promise<unknown> => {
    await notify(method);
    return answers[method]!(...(params as never[]));
  };
  const chain: EvmChain = {
    key,
    chain: chainOf(key)!,
    chainId: chainOf(key)!.chainId,
    confirmations,
    rpcUrl: `/chain/${key}`,
    contracts,
    startBlock,
    connect: async () => fake<JsonRpcProvider>({ send }),
    signer: () => Promise.reject(new Error("Nobody signs here.")),
    hasHistory: async () => true,
  };
  const evm: Evm = {
    embedded: true,
    chains: [chain],
    find: (asking) => (asking === key ? chain : undefined),
    onBlocks: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    handle: undefined,
    faucet: undefined,
    close: async () => undefined,
  };

  return {
    evm,
    chain,
    blocks,
    mine: (...transactions) => {
      const parent = blocks.at(-1)!;
      const block = { number: parent.number + 1, hash: hashOf("block"), parentHash: parent.hash, transactions };
      blocks.push(block);
      return block;
    },
    drop: (depth) => blocks.splice(-Math.min(depth, blocks.length - 1)).flatMap((block) => block.transactions),
    lag: (depth) => (lagging = depth),
    onRequest: (listener) => (notify = listener),
    tell: () => listeners.forEach((listener) => listener(key)),
  };
};

const logsOf = (block: Block) => {
  const said = block.transactions.flatMap(({ hash, events }) => events.map((event) => ({ hash, event })));
  return said.map(({ hash, event: [name, values] }, index) => {
    const { address, abi } = speakers[name];
    const { topics, data } = abi.encodeEventLog(name, values);
    const place = {
      blockNumber: hex(block.number),
      blockHash: block.hash,
      transactionHash: hash,
      logIndex: hex(index),
    };
    return { address, topics, data, ...place };
  });
};

let count = 0;
const hashOf = (what: string): string =>
  `0x${createHash("sha256")
    .update(`${what} ${(count += 1)}`)
    .digest("hex")}`;
const hex = (number: number): string => `0x${number.toString(16)}`;
