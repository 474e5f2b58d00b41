/** Reads EVM_CHAINS_FILE: the public chains to use and their URLs. */
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { chainOf, chains, type Chain, type ChainKey } from "../../../../../resources/chains.ts";
import { contractNames } from "../../../../../resources/contracts.ts";

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
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

export interface PublicChain extends z.output<typeof chainEntry> {
  readonly key: ChainKey;
  readonly chain: Chain;
  readonly chainId: number;
  readonly walletRpcUrl: string;
}

/** Reads the file. Throws one sentence with the problem. */
export const readChainsFile = async (path: string): Promise<readonly PublicChain[]> => {
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
