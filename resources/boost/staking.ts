/** What staked and held tokens and staked NFTs add to a node's rate. Pure; the server decides by it. */
import { nftRateBuff, nftsCounted, stakeBuffMax } from "./stake-limits.ts";
import { tokenBuff } from "./points.ts";

/** What a wallet has on the chain. Tokens ×1e18. */
export interface WalletStake {
  readonly staked: bigint;
  readonly held: bigint;
  /** Ids of the staked NFTs. */
  readonly nfts: readonly string[];
}

export const stakeKinds = ["STAKED", "HELD", "NFT"] as const;
export type StakeKind = (typeof stakeKinds)[number];

/** What one wallet has of one kind, and the thousandths of a per cent that it adds. */
export interface BuffRow<W extends WalletStake> {
  readonly wallet: W;
  readonly kind: StakeKind;
  /** Tokens ×1e18; pieces ×1e18 too. */
  readonly amount: bigint;
  readonly buff: number;
}

export const tokenUnit = 10n ** 18n;

/** What is less than a whole token does not count. */
const wholeTokens = (amount: bigint): number => Number(amount / tokenUnit);

/**
 * Of all wallets of a node, in thousandths of a per cent, what each has that is not nothing:
 *   STAKED  5 for each whole token, once all wallets together have staked 100
 *   HELD    2 for each whole token that is not staked
 *   NFT     5,000 for each that is staked, the first 4 of all wallets
 */
export const buffRows = <W extends WalletStake>(wallets: readonly W[]): readonly BuffRow<W>[] => {
  const stakedByAll = wallets.reduce((sum, { staked }) => sum + wholeTokens(staked), 0);
  const counts = tokenBuff({ staked: stakedByAll, held: 0 }) > 0;
  let nftsLeft = nftsCounted;
  return wallets.flatMap((wallet) => {
    const { staked, held, nfts } = wallet;
    const counted = Math.min(nftsLeft, nfts.length);
    nftsLeft -= counted;
    const rows: readonly BuffRow<W>[] = [
      { wallet, kind: "STAKED", amount: staked, buff: counts ? wholeTokens(staked) * 5 : 0 },
      { wallet, kind: "HELD", amount: held, buff: tokenBuff({ staked: 0, held: wholeTokens(held) }) },
      { wallet, kind: "NFT", amount: BigInt(nfts.length) * tokenUnit, buff: counted * nftRateBuff },
    ];
    return rows.filter(({ amount }) => amount > 0n);
  });
};

/** The sum of the rows, and no more than `stakeBuffMax`. */
export const stakeBuff = (wallets: readonly WalletStake[]): number =>
  Math.min(
    buffRows(wallets).reduce((sum, { buff }) => sum + buff, 0),
    stakeBuffMax,
  );
