/**
 * Starts a server whose chain pair/mainnet has two nodes that tests can break, both in front of its local chain
 * polygon/mainnet.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JsonRpcProvider, Network, Wallet } from "ethers";
import { testCloud, type TestCloud } from "../server/cloud.ts";
import { atFileEnd } from "../file-end.ts";
import { passingNode, type RpcNode } from "./rpc-node.ts";
import type { rpcTeam } from "./rpc-team.ts";

export interface RpcCloud extends TestCloud {
  readonly nodes: readonly [RpcNode, RpcNode];
}

export const polygonNetwork = new Network("polygon", 137);

export const rpcCloud = async (): Promise<RpcCloud> => {
  const target = (): string => `${cloud.url}/chain/polygon`;
  const nodes = [await passingNode(target), await passingNode(target)] as const;
  const folder = await mkdtemp(join(tmpdir(), "freehold-rpc-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "upstreams.json");
  const pair = { name: "Two nodes", chainId: 137, blockMs: 100, finality: 8, upstreams: nodes.map(({ url }) => url) };
  await writeFile(path, JSON.stringify({ pair: { mainnet: pair } }));
  const cloud = await testCloud({ RPC_UPSTREAMS_FILE: path, EVM_BLOCK_MS: "20" });
  return { ...cloud, nodes };
};

export const clientAt = (url: string): JsonRpcProvider => {
  const provider = new JsonRpcProvider(url, polygonNetwork, { staticNetwork: polygonNetwork });
  atFileEnd(async () => provider.destroy());
  return provider;
};

/** Creates a wallet with test coins. */
export const richWallet = async (
  team: Pick<Awaited<ReturnType<typeof rpcTeam>>, "data">,
  provider: JsonRpcProvider | null = null,
): Promise<Wallet> => {
  const wallet = new Wallet(Wallet.createRandom().privateKey, provider);
  await team.data("POST /api/resource/faucet", { chain: "polygon", address: wallet.address });
  return wallet;
};
