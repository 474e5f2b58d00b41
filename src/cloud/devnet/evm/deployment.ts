/** Deploys the contracts of a local chain, in a fixed order that determines their addresses. */
import { ContractFactory, getCreateAddress, Wallet } from "ethers";
import { boostChain } from "../../../../resources/chains/chains.ts";
import type { ContractName } from "../../../../resources/chains/contracts.ts";
import { arweaveDollarsPerGib } from "../../../../resources/billing/prices.ts";
import { readArtifacts } from "../../engines/evm/artifacts.ts";
import type { EvmKeys } from "../../engines/evm/keys.ts";
import type { NodeRequest } from "../../engines/evm/node-request.ts";

export type Contracts = Readonly<Partial<Record<ContractName, string>>>;

/**
 * A contract follows those in its constructor arguments. Add new names at the end: existing contracts keep their
 * addresses, and missing ones are deployed at the next start.
 */
const order: readonly ContractName[] = [
  "registration",
  "usd",
  "priceFeed",
  "recharge",
  "purchase",
  "boostNft",
  "nftStaking",
  "boostToken",
  "tokenStaking",
];
const forBoost: ReadonlySet<ContractName> = new Set(["boostNft", "nftStaking", "boostToken", "tokenStaking"]);
const artifactOf = {
  registration: "Registration",
  recharge: "Recharge",
  priceFeed: "PriceFeed",
  usd: "TestUsd",
  purchase: "ResourcePurchase",
  boostNft: "BoostNft",
  nftStaking: "NftStaking",
  boostToken: "BoostToken",
  tokenStaking: "TokenStaking",
} as const satisfies Record<ContractName, string>;

/** Returns the address of each contract, deployed or not: the deployer's nth transaction creates the nth contract. */
export const contractsOf = (chainKey: string, deployer: string): Contracts =>
  Object.fromEntries(
    namesOn(chainKey).map((name, index) => [name, getCreateAddress({ from: deployer, nonce: index })]),
  );

const namesOn = (chainKey: string): readonly ContractName[] =>
  order.filter((name) => chainKey === boostChain || !forBoost.has(name));

export interface DeploymentOptions {
  readonly chainKey: string;
  readonly chainId: number;
  readonly keys: EvmKeys;
  /** Price of one coin of the chain in US dollars ×1e18. */
  coinPrice(): Promise<bigint>;
}

/** Returns the signed transactions that deploy the missing contracts. */
export const deploymentsMissing = async (
  request: NodeRequest,
  { chainKey, chainId, keys, coinPrice }: DeploymentOptions,
): Promise<string[]> => {
  const names = namesOn(chainKey);
  const done = Number(await request("eth_getTransactionCount", [keys.addresses.deployer, "latest"]));
  if (done >= names.length) return [];
  const [artifacts, price] = await Promise.all([readArtifacts<(typeof artifactOf)[ContractName]>(), coinPrice()]);
  const contracts = contractsOf(chainKey, keys.addresses.deployer);
  const deployer = new Wallet(keys.privateKey("deployer"));
  const signed = names.slice(done).map(async (name, index) => {
    const { abi, bytecode } = artifacts[artifactOf[name]];
    const factory = new ContractFactory(abi as never, bytecode);
    const { data } = await factory.getDeployTransaction(...constructorOf(name, contracts, keys, price));
    const gasLimit = gasFor(bytecode);
    const fees = { maxFeePerGas, maxPriorityFeePerGas: 1n };
    return deployer.signTransaction({ type: 2, chainId, nonce: done + index, data, gasLimit, ...fees });
  });
  return Promise.all(signed);
};

export const maxFeePerGas = 1_000_000_000_000n;
/** Returns the gas to send and store a contract's code, with a margin for its constructor. */
export const gasFor = (bytecode: string): bigint => 600_000n + 260n * BigInt(bytecode.length / 2);

const constructorOf = (
  name: ContractName,
  { priceFeed, usd, boostNft, boostToken }: Contracts,
  { addresses }: EvmKeys,
  coinPrice: bigint,
): readonly unknown[] => {
  const { relayer, registrar, feeder, treasury } = addresses;
  const maxAgeUnlimited = 0n;
  const args: Record<ContractName, readonly unknown[]> = {
    registration: [relayer, registrar],
    usd: [],
    priceFeed: [relayer, feeder, coinPrice, maxAgeUnlimited],
    recharge: [relayer, priceFeed, usd],
    purchase: [relayer, priceFeed, BigInt(arweaveDollarsPerGib) * 10n ** 18n],
    boostNft: [],
    nftStaking: [boostNft],
    boostToken: [treasury],
    tokenStaking: [boostToken],
  };
  return args[name];
};
