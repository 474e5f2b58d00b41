/** Reads Boost's contracts by JSON-RPC, at a block or the latest state. */
import { id, Interface } from "ethers";
import { nftsListedMax } from "../../../../resources/boost/staking/stake-limits.ts";
import type { WalletStake } from "../../../../resources/boost/staking/staking.ts";
import { boostChain } from "../../../../resources/chains/chains.ts";
import { stakingAbi, type ContractName } from "../../../../resources/chains/contracts.ts";
import { checksumAddress } from "../../engines/evm/checksum-address.ts";
import type { Evm, EvmChain } from "../../engines/evm/evm.ts";

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
  /** Checksummed wallets that staked or unstaked in the transaction. */
  readonly stakers: readonly string[];
}

export type StakeChain = Awaited<ReturnType<typeof openStakeChain>>;

/** The chain's node is unreachable or returned an error. */
export class ChainSilent extends Error {
  override readonly name = "ChainSilent";
}
const silent = (cause: unknown): never => {
  throw new ChainSilent("Can't reach the Boost chain.", { cause });
};

/** undefined where the chain or one of its contracts is not configured. Starts nothing. */
export const stakeChainOf = (evm: Pick<Evm, "find">): EvmChain | undefined => {
  const chain = evm.find(boostChain);
  return chain && stakeContracts.every((name) => chain.contracts[name] !== undefined) ? chain : undefined;
};

/** The last confirmed block; 0 before there is one. */
export const confirmedOf = ({ confirmations }: Pick<EvmChain, "confirmations">, head: number): number =>
  Math.max(0, head - confirmations + 1);

const abis = {
  boostNft: new Interface(stakingAbi.nft),
  nftStaking: new Interface(stakingAbi.nftStaking),
  boostToken: new Interface(stakingAbi.token),
  tokenStaking: new Interface(stakingAbi.tokenStaking),
};

/** First topics of events whose other topics are wallets. */
const nftTopics = ["Staked(address,uint256)", "Unstaked(address,uint256)"].map(id);
const tokenTopics = ["Staked(address,uint256)", "Withdrawn(address,uint256)"].map(id);
const transferTopic = id("Transfer(address,address,uint256)");

interface RawLog {
  readonly address: string;
  readonly topics: readonly string[];
}

/** Starts the local devnet if used. It and all its calls may throw ChainSilent. */
export const openStakeChain = async (chain: EvmChain) => {
  const contracts = chain.contracts as StakeContracts;
  const provider = await chain.connect().catch(silent);
  const ask = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
    provider.send(method, [...params]).catch(silent) as Promise<T>;

  /** Empty where the contract wasn't deployed at that block. */
  const read = async <T>(
    contract: keyof StakeContracts,
    functionName: string,
    args: readonly unknown[],
    block?: number,
  ): Promise<T | undefined> => {
    const abi = abis[contract];
    const data = abi.encodeFunctionData(functionName, args);
    const at = block === undefined ? "latest" : hex(block);
    const result = await ask<string>("eth_call", { to: contracts[contract], data }, at);
    return result === "0x" ? undefined : (abi.decodeFunctionResult(functionName, result)[0] as T);
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
    head: async (): Promise<number> => Number(await ask<string>("eth_blockNumber")),
    /** `block`: state at that block; the latest if omitted. */
    stakeOf: async (address: string, block?: number): Promise<WalletStake> => {
      const [staked = 0n, held = 0n, nfts = []] = await Promise.all([
        read<bigint>("tokenStaking", "balanceOf", [address], block),
        read<bigint>("boostToken", "balanceOf", [address], block),
        read<readonly bigint[]>("nftStaking", "stakedBy", [address], block),
      ]);
      return { staked, held, nfts: nfts.map(String) };
    },
    /** Ids of NFTs a wallet holds, up to a limit. */
    heldNfts: async (address: string): Promise<string[]> => {
      const count = Number((await read<bigint>("boostNft", "balanceOf", [address])) ?? 0n);
      const places = Array.from({ length: Math.min(count, nftsListedMax) }, (_place, index) => index);
      const ids = places.map((place) => read<bigint>("boostNft", "tokenOfOwnerByIndex", [address, BigInt(place)]));
      return (await Promise.all(ids)).map(String);
    },
    total: async (): Promise<bigint> => (await read<bigint>("tokenStaking", "total", [])) ?? 0n,
    /** Checksummed wallets that staked, unstaked, sent or received tokens in these blocks. */
    touched: async (first: number, last: number): Promise<Set<string>> => {
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
    /** undefined if the transaction isn't in a block. */
    receipt: async (hash: string): Promise<Receipt | undefined> => {
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
const addressIn = (topic = ""): string => checksumAddress(`0x${topic.slice(-40)}`);
