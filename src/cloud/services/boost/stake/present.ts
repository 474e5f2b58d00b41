/** Formats stakes and NFTs for responses. */
import { formatUnits } from "viem";
import { nftRateBuff, nftsCounted } from "../../../../../resources/boost/stake-limits.ts";
import type { Nft, NodeToken, Stake } from "../../../../../resources/boost/stake-calls.ts";
import { buffRows, type WalletStake } from "../../../../../resources/boost/staking.ts";
import type { StoredStake } from "./save-stakes.ts";
import { createHash } from "node:crypto";

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

const rings = 5;

/** Returns an SVG data URI, since Boost NFTs have no image on-chain: a core inside rings of segments, with colors and gaps derived from the id. */
const nftImage = (id: string): string => {
  const bytes = createHash("sha256").update(`boost nft ${id}`).digest();
  const hue = (bytes.readUInt16BE(0) * 360) >> 16;
  const other = (hue + 60 + (bytes[2]! % 120)) % 360;
  const arcs = Array.from({ length: rings }, (_ring, index) => {
    const radius = 16 + index * 7;
    const segments = 2 + (bytes[3 + index]! % 7);
    const length = (2 * Math.PI * radius) / segments;
    const filled = length * (0.35 + (bytes[8 + index]! % 50) / 100);
    const turn = (bytes[13 + index]! * 360) >> 8;
    return (
      `<circle cx="60" cy="60" r="${radius}" stroke="hsl(${index % 2 ? other : hue} 85% ${58 + index * 4}%)" ` +
      `stroke-dasharray="${filled.toFixed(2)} ${(length - filled).toFixed(2)}" transform="rotate(${turn} 60 60)"/>`
    );
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><defs><radialGradient id="g">` +
    `<stop offset="0" stop-color="hsl(${hue} 70% 30%)"/><stop offset="1" stop-color="hsl(${other} 60% 9%)"/>` +
    `</radialGradient></defs><path fill="url(#g)" d="M0 0h120v120H0z"/>` +
    `<circle cx="60" cy="60" r="8" fill="hsl(${other} 95% 78%)"/>` +
    `<g fill="none" stroke-width="3.5" stroke-linecap="round">${arcs.join("")}</g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};
