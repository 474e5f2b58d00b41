/** The chains of the service: local ones, and those of the operator's file RPC_UPSTREAMS_FILE. */
import { readFile } from "node:fs/promises";
import * as z from "zod";
import type { Config } from "../../config.ts";
import type { Evm } from "../../engines/evm/evm.ts";
import { httpUpstream } from "./http-upstream.ts";
import { ownUpstream, type Upstream } from "./upstream.ts";

export interface RpcChain {
  /** "ethereum/mainnet". */
  readonly id: string;
  readonly key: string;
  readonly network: string;
  readonly name: string;
  readonly chainId: number;
  /** Approximate block time. */
  readonly blockMs: number;
  /** Blocks after which a block counts as final. */
  readonly finality: number;
  /** A local chain under a public chain's name. */
  readonly isOwn: boolean;
  readonly upstreams: readonly Upstream[];
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,39}$/;
const entry = z.strictObject({
  name: z.string().min(1).max(60),
  chainId: z.int().positive(),
  blockMs: z.int().min(10).max(3_600_000).default(2000),
  finality: z.int().min(1).max(100_000).default(64),
  upstreams: z
    .array(z.url({ protocol: /^https?$/ }))
    .min(1)
    .max(20),
});
/** By chain and network: { "ethereum": { "mainnet": { … } } }. */
const file = z.record(z.string().regex(namePattern), z.record(z.string().regex(namePattern), entry));

/**
 * Reads the chains. A chain in the file replaces the local one of the same name. Throws one message if the file is
 * invalid.
 */
export const readRpcChains = async (
  { RPC_UPSTREAMS_FILE: path, EVM_BLOCK_MS: blockMs }: Pick<Config, "RPC_UPSTREAMS_FILE" | "EVM_BLOCK_MS">,
  evm: Pick<Evm, "chains" | "handle">,
): Promise<readonly RpcChain[]> => {
  const named = path === undefined ? [] : await readChains(path);
  const { handle } = evm;
  const own = handle ? evm.chains.map((chain) => ownChain(chain, handle, blockMs)) : [];
  return [...named, ...own.filter(({ id }) => named.every((chain) => chain.id !== id))];
};

const ownChain = (
  { key, chain, chainId, confirmations }: Evm["chains"][number],
  handle: NonNullable<Evm["handle"]>,
  blockMs: number,
): RpcChain => ({
  id: `${key}/mainnet`,
  key,
  network: "mainnet",
  name: chain.name,
  chainId,
  blockMs,
  finality: confirmations,
  isOwn: true,
  upstreams: [ownUpstream("own", key, handle)],
});

const readChains = async (path: string): Promise<RpcChain[]> => {
  const text = await readFile(path, "utf8").catch(() => {
    throw new Error(`RPC_UPSTREAMS_FILE: ${path} cannot be read.`);
  });
  const parsed = file.safeParse(jsonOf(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`RPC_UPSTREAMS_FILE: ${issue?.path.join(".") || path} is not valid: ${issue?.message}`);
  }
  return Object.entries(parsed.data).flatMap(([key, networks]) =>
    Object.entries(networks).map(([network, { upstreams, ...chain }]) => ({
      id: `${key}/${network}`,
      key,
      network,
      ...chain,
      isOwn: false,
      upstreams: upstreams.map((url, place) => httpUpstream(`node-${place + 1}`, url)),
    })),
  );
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
