/**
 * Starts an Ethereum node with a registry and a resolver like ENS and Space ID: NameService.sol, compiled by solc
 * 0.8.37 into bytecode.json.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPublicClient, createWalletClient, encodeDeployData, http, parseAbi, type Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { namehash } from "viem/ens";
import { startAnvil } from "../../../../src/cloud/devnet/evm/node/anvil.ts";
import { atFileEnd } from "../../file-end.ts";
import bytecode from "./bytecode.json" with { type: "json" };

const registryAbi = parseAbi(["function take(bytes32 node, address who, address firstResolver)"]);
const resolverAbi = parseAbi([
  "constructor(address its)",
  "function setContenthash(bytes32 node, bytes hash)",
  "function contenthash(bytes32 node) view returns (bytes)",
]);
const offchainAbi = parseAbi(["constructor(string its)"]);
/** For a name without a resolver. */
export const nobody = `0x${"0".repeat(40)}` as const;

/** Stopped when the test file ends. */
export const testNameChain = async (chainId = 1) => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-names-"));
  const anvil = await startAnvil({ chainId, folder, genesisAt: Math.floor(Date.now() / 1000) });
  atFileEnd(async () => {
    await anvil.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  await anvil.request("evm_setAutomine", [true]);
  const transport = http(anvil.url);
  const chain = {
    id: chainId,
    name: "names",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
  };
  const client = createPublicClient({ chain, transport, pollingInterval: 20 });
  const enrich = (address: string) => anvil.request("anvil_setBalance", [address, "0x56bc75e2d63100000"]);
  const account = privateKeyToAccount(generatePrivateKey());
  await enrich(account.address);
  const wallet = createWalletClient({ account, chain, transport });
  const sent = async (transaction: { to?: Hex; data: Hex }) =>
    client.waitForTransactionReceipt({ hash: await wallet.sendTransaction(transaction) });
  const deployed = async (data: Hex): Promise<Hex> => (await sent({ data })).contractAddress!;
  const registry = await deployed(bytecode.NameRegistry as Hex);
  const resolver = await deployed(
    encodeDeployData({ abi: resolverAbi, bytecode: bytecode.ContentResolver as Hex, args: [registry] }),
  );
  return {
    url: anvil.url,
    registry,
    resolver,
    enrich,
    send: sent,
    /** Transfers a name to an address. */
    take: async (name: string, owner: string, by: { resolver?: string } = {}) => {
      const args = [namehash(name), owner as Hex, (by.resolver ?? resolver) as Hex] as const;
      const hash = await wallet.writeContract({ address: registry, abi: registryAbi, functionName: "take", args });
      await client.waitForTransactionReceipt({ hash });
    },
    /** Deploys a resolver that redirects clients to an off-chain URL. */
    offchainResolver: (url: string) =>
      deployed(encodeDeployData({ abi: offchainAbi, bytecode: bytecode.OffchainResolver as Hex, args: [url] })),
    /** Returns a name's on-chain content hash. */
    contentHash: (name: string) =>
      client.readContract({ address: resolver, abi: resolverAbi, functionName: "contenthash", args: [namehash(name)] }),
    /** Deployer of all contracts, who can own names. */
    deployer: account.address,
  };
};
