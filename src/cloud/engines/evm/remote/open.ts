import { evmAddressPattern } from "../../../../../resources/declare/patterns.ts";
import type { JsonRpcProvider, Wallet } from "ethers";
import type { Logger } from "pino";
import { onBlocksOf } from "../block-listeners.ts";
import type { Evm, EvmChain, EvmRole } from "../evm.ts";
import type { EvmKeys } from "../keys.ts";
import { nodeRequestTo } from "../node-request.ts";
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { chainOf, chains, type Chain, type ChainKey } from "../../../../../resources/chains/chains.ts";
import { contractNames } from "../../../../../resources/chains/contracts.ts";

/** Default interval of polling for new blocks. */
const defaultPollMs = 4_000;
const patienceMs = 10_000;

/** Opens public chains, or any other external ones. Throws one sentence if the file is invalid. */
export const openRemoteEvm = async (
  chainsFile: string,
  keys: EvmKeys,
  log: Logger,
  pollMs = defaultPollMs,
): Promise<Evm> => {
  const entries = await readChainsFile(chainsFile);
  const closers: (() => Promise<void>)[] = [];
  const chains = entries.map((entry) => remoteChain(entry, keys, (close) => closers.push(close)));
  const listeners = onBlocksOf(() => headsOf(entries, log), { everyMs: pollMs, log });
  return {
    embedded: false,
    chains,
    find: (key) => chains.find((chain) => chain.key === key),
    onBlocks: listeners.add,
    handle: undefined,
    faucet: undefined,
    close: async () => {
      listeners.close();
      for (const close of closers) await close();
    },
  };
};

const remoteChain = (entry: PublicChain, keys: EvmKeys, atEnd: (close: () => Promise<void>) => void): EvmChain => {
  const { key, chain, chainId, contracts, startBlock } = entry;
  let provider: Promise<JsonRpcProvider> | undefined;
  const connect = (): Promise<JsonRpcProvider> =>
    (provider ??= opened(entry).catch((error: unknown) => {
      provider = undefined;
      throw error;
    }));
  atEnd(async () => (await provider?.catch(() => undefined))?.destroy());
  const wallets = new Map<EvmRole, Promise<Wallet>>();
  const open = async (role: EvmRole): Promise<Wallet> => {
    const { walletOf } = await import("../provider.ts");
    return walletOf(keys.privateKey(role), await connect());
  };
  return {
    key,
    chain,
    chainId,
    confirmations: entry.confirmations ?? chain.confirmations,
    rpcUrl: entry.walletRpcUrl,
    contracts,
    startBlock,
    connect,
    signer: async (role) => {
      const wallet = wallets.get(role) ?? open(role);
      wallets.set(role, wallet);
      wallet.catch(() => wallets.delete(role));
      return wallet;
    },
    hasHistory: async () => true,
  };
};

/** Verifies the chain ID: a wrong node would credit payments on another chain. */
const opened = async ({ rpcUrl, chainId, key }: PublicChain): Promise<JsonRpcProvider> => {
  const chainIdOfNode = Number(await nodeRequestTo(rpcUrl, patienceMs)("eth_chainId"));
  if (chainIdOfNode !== chainId)
    throw new Error(`EVM_CHAINS_FILE: ${key}'s node is on chain ${chainIdOfNode}, not ${chainId}.`);
  const { providerAt } = await import("../provider.ts");
  return providerAt(rpcUrl, chainId);
};

/** Returns the heads of the reachable chains. */
const headsOf = async (entries: readonly PublicChain[], log: Logger): Promise<Map<string, number>> => {
  const checks = entries.map(async ({ key, rpcUrl }) => {
    try {
      return [[key, Number(await nodeRequestTo(rpcUrl, patienceMs)("eth_blockNumber"))] as const];
    } catch (error) {
      log.warn({ err: error, chain: key }, "A chain's node is unreachable");
      return [];
    }
  });
  return new Map((await Promise.all(checks)).flat());
};

const address = z.string().regex(evmAddressPattern);
const url = z.url({ protocol: /^https?$/ });
const chainEntry = z.strictObject({
  /** Used only by the server; may contain a secret. */
  rpcUrl: url,
  /** URL for wallets; the chain's public one by default. */
  walletRpcUrl: url.optional(),
  /** The chain's own by default; set it for a test network. */
  chainId: z.int().positive().optional(),
  contracts: z.partialRecord(z.enum(contractNames), address),
  confirmations: z.int().min(1).max(1_000).optional(),
  startBlock: z.int().min(0).default(0),
});
const chainsFile = z.partialRecord(z.enum(chains.map(({ key }) => key)), chainEntry);

interface PublicChain extends z.output<typeof chainEntry> {
  readonly key: ChainKey;
  readonly chain: Chain;
  readonly chainId: number;
  readonly walletRpcUrl: string;
}

/** Reads the file. Throws one sentence with the problem. */
const readChainsFile = async (path: string): Promise<readonly PublicChain[]> => {
  const text = await readFile(path, "utf8").catch(() => {
    throw new Error(`EVM_CHAINS_FILE: ${path} cannot be read.`);
  });
  const parsed = chainsFile.safeParse(jsonOf(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`EVM_CHAINS_FILE: ${issue?.path.join(".") || path} is not valid: ${issue?.message}`);
  }
  return Object.entries(parsed.data).map(([key, entry]) => publicChain(key as ChainKey, entry));
};

const publicChain = (key: ChainKey, entry: z.output<typeof chainEntry>): PublicChain => {
  const chain = chainOf(key)!;
  const { chainId = chain.chainId } = entry;
  const walletRpcUrl = entry.walletRpcUrl ?? (chainId === chain.chainId ? chain.publicRpc : undefined);
  if (walletRpcUrl === undefined)
    throw new Error(`EVM_CHAINS_FILE: ${key}.walletRpcUrl is missing, since chain ${chainId} is not its main network.`);
  return { ...entry, key, chain, chainId, walletRpcUrl };
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
