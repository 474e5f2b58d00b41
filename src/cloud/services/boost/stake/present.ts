/** Formats stakes and NFTs for responses. */
import { formatUnits } from "viem";
import { nftRateBuff, nftsCounted } from "../../../../../resources/boost/stake-limits.ts";
import type { Nft, NodeToken, Stake } from "../../../../../resources/boost/stake-calls.ts";
import { buffRows, type WalletStake } from "../../../../../resources/boost/staking.ts";
import type { StoredStake } from "./save-stakes.ts";
import { nftImage } from "./nft-image.ts";

export const tokenDecimals = 18;
export const tokens = (amount: bigint): string => formatUnits(amount, tokenDecimals);
/** Converts thousandths of a percent to percent. */
export const perCent = (buff: number): number => buff / 1000;

/** `now`: by address, the account's primary wallet first. */
export const presentStake = (now: ReadonlyMap<string, WalletStake>, rateBuff: number): Stake => {
  const sum = (amountOf: (stake: WalletStake) => bigint): string =>
    tokens([...now.values()].reduce((total, stake) => total + amountOf(stake), 0n));
  return {
    addresses: [...now.keys()],
    staked: sum(({ staked }) => staked),
    balance: sum(({ held }) => held),
    rateBuff: perCent(rateBuff),
  };
};

export const presentTokens = (stored: readonly StoredStake[]): NodeToken[] =>
  buffRows(stored).map(({ wallet, kind, amount, buff }) => ({
    type: kind,
    address: wallet.address,
    amount: tokens(amount),
    rateBuff: perCent(buff),
  }));

export interface FoundNft {
  readonly id: string;
  readonly address: string;
  readonly staked: boolean;
}

/** Staked ones first, then by id. `kept`: those that count. */
export const presentNfts = (found: readonly FoundNft[], stored: readonly StoredStake[]): Nft[] => {
  const counted = new Set(stored.flatMap(({ nfts }) => nfts).slice(0, nftsCounted));
  return found
    .toSorted((one, other) => Number(other.staked) - Number(one.staked) || Number(one.id) - Number(other.id))
    .map(({ id, address, staked }) => ({
      tokenId: id,
      name: `Boost NFT #${id}`,
      image: nftImage(id),
      address,
      staked,
      rateBuff: perCent(counted.has(id) ? nftRateBuff : 0),
    }));
};
