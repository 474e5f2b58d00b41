/** What Boost reads of its contracts on their chain, in JSON-RPC, at a block or as it is now. */
import {
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  parseAbi,
  toEventSelector,
  type AbiFunction,
  type Hex,
} from "viem";
import { nftsListedMax } from "../../../../../resources/boost/stake-limits.ts";
import type { WalletStake } from "../../../../../resources/boost/staking.ts";
import { boostChain } from "../../../../../resources/chains.ts";
import { stakingAbi, type ContractName } from "../../../../../resources/contracts.ts";
import type { Evm, EvmChain } from "../../../engines/evm/evm.ts";

export const stakeContracts = [
  "boostNft",
  "nftStaking",
  "boostToken",
  "tokenStaking",
] as const satisfies readonly ContractName[];
export type StakeContracts = Readonly<Record<(typeof stakeContracts)[number], string>>;

export interface Receipt {
  readonly blockNumber: number;
  readonly succeeded: boolean;
  /** Wallets that staked or took back in it, checksummed. */
  readonly stakers: readonly string[];
}

export interface StakeChain {
  readonly chain: EvmChain;
  readonly contracts: StakeContracts;
  head(): Promise<number>;
  /** `block`: at that one; the newest unless given. */
  stakeOf(address: string, block?: number): Promise<WalletStake>;
  /** Ids of NFTs that a wallet holds, the first so many. */
  heldNfts(address: string): Promise<string[]>;
  total(): Promise<bigint>;
  /** Wallets that staked, took back, sent or were sent tokens in these blocks, checksummed. */
  touched(first: number, last: number): Promise<Set<string>>;
  /** undefined where the chain has no such transaction in a block. */
  receipt(hash: string): Promise<Receipt | undefined>;
}

/** The chain's node could not be asked, or refused to answer. */
export class ChainSilent extends Error {
  override readonly name = "ChainSilent";
}
const silent = (cause: unknown): never => {
  throw new ChainSilent("Boost's chain does not answer.", { cause });
};

/** undefined where the chain or one of its contracts is not set. Starts nothing. */
export const stakeChainOf = (evm: Pick<Evm, "find">): EvmChain | undefined => {
  const chain = evm.find(boostChain);
  return chain && stakeContracts.every((name) => chain.contracts[name] !== undefined) ? chain : undefined;
};

/** The last block that has its confirmations; 0 before there is one. */
export const confirmedOf = ({ confirmations }: Pick<EvmChain, "confirmations">, head: number): number =>
  Math.max(0, head - confirmations + 1);

const abis = {
  boostNft: functionsOf(stakingAbi.nft),
  nftStaking: functionsOf(stakingAbi.nftStaking),
  boostToken: functionsOf(stakingAbi.token),
  tokenStaking: functionsOf(stakingAbi.tokenStaking),
};

function functionsOf(lines: readonly string[]): readonly AbiFunction[] {
  return parseAbi(lines.filter((line) => line.startsWith("function "))) as readonly AbiFunction[];
}

/** The first topics of events, whose further ones are wallets. */
const nftTopics = ["Staked(address,uint256)", "Unstaked(address,uint256)"].map(toEventSelector);
const tokenTopics = ["Staked(address,uint256)", "Withdrawn(address,uint256)"].map(toEventSelector);
const transferTopic = toEventSelector("Transfer(address,address,uint256)");

interface RawLog {
  readonly address: string;
  readonly topics: readonly Hex[];
}

/** Starts the chain when it is the cloud's own. It, and all of its answers, may throw ChainSilent. */
export const openStakeChain = async (chain: EvmChain): Promise<StakeChain> => {
  const contracts = chain.contracts as StakeContracts;
  const provider = await chain.connect().catch(silent);
  const ask = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
    provider.send(method, [...params]).catch(silent) as Promise<T>;

  /** Nothing where the contract did not stand yet at that block. */
  const read = async <T>(
    contract: keyof StakeContracts,
    functionName: string,
    args: readonly unknown[],
    block?: number,
  ): Promise<T | undefined> => {
    const abi = abis[contract];
    const data = encodeFunctionData({ abi, functionName, args });
    const at = block === undefined ? "latest" : hex(block);
    const result = await ask<Hex>("eth_call", { to: contracts[contract], data }, at);
    return result === "0x" ? undefined : (decodeFunctionResult({ abi, functionName, data: result }) as T);
  };

  const isStaking = ({ address, topics }: RawLog): boolean => {
    const [name] = topics;
    if (name === undefined) return false;
    if (isSame(address, contracts.nftStaking)) return nftTopics.includes(name);
    return isSame(address, contracts.tokenStaking) && tokenTopics.includes(name);
  };

  return {
    chain,
    contracts,
    head: async () => Number(await ask<string>("eth_blockNumber")),
    stakeOf: async (address, block) => {
      const [staked = 0n, held = 0n, nfts = []] = await Promise.all([
        read<bigint>("tokenStaking", "balanceOf", [address], block),
        read<bigint>("boostToken", "balanceOf", [address], block),
        read<readonly bigint[]>("nftStaking", "stakedBy", [address], block),
      ]);
      return { staked, held, nfts: nfts.map(String) };
    },
    heldNfts: async (address) => {
      const count = Number((await read<bigint>("boostNft", "balanceOf", [address])) ?? 0n);
      const places = Array.from({ length: Math.min(count, nftsListedMax) }, (_place, index) => index);
      const ids = places.map((place) => read<bigint>("boostNft", "tokenOfOwnerByIndex", [address, BigInt(place)]));
      return (await Promise.all(ids)).map(String);
    },
    total: async () => (await read<bigint>("tokenStaking", "total", [])) ?? 0n,
    touched: async (first, last) => {
      const where = { fromBlock: hex(first), toBlock: hex(last) };
      const staking = { ...where, address: [contracts.nftStaking, contracts.tokenStaking] };
      const transfers = { ...where, address: contracts.boostToken, topics: [transferTopic] };
      const logs = await Promise.all([ask<RawLog[]>("eth_getLogs", staking), ask<RawLog[]>("eth_getLogs", transfers)]);
      const [ofStaking, ofTransfers] = logs as [RawLog[], RawLog[]];
      return new Set([
        ...ofStaking.filter(isStaking).map(({ topics }) => addressIn(topics[1])),
        ...ofTransfers.flatMap(({ topics }) => [addressIn(topics[1]), addressIn(topics[2])]),
      ]);
    },
    receipt: async (hash) => {
      const raw = await ask<{ blockNumber: string; status: string; logs: RawLog[] } | null>(
        "eth_getTransactionReceipt",
        hash,
      );
      if (!raw) return undefined;
      const stakers = new Set(raw.logs.filter(isStaking).map(({ topics }) => addressIn(topics[1])));
      return { blockNumber: Number(raw.blockNumber), succeeded: Number(raw.status) === 1, stakers: [...stakers] };
    },
  };
};

const hex = (number: number): string => `0x${number.toString(16)}`;
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const addressIn = (topic = ""): string => getAddress(`0x${topic.slice(-40)}`);
