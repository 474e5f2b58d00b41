/** Computes the rate increase from staked and held tokens and staked NFTs. Pure; the server decides by it. */
import { nftRateBuff, nftsCounted, stakedTokenBuff, tokenBuffMax } from "./stake-limits.ts";
import { tokenBuff } from "../nodes/points.ts";

/** On-chain assets of a wallet. Tokens ×1e18. */
export interface WalletStake {
  readonly staked: bigint;
  readonly held: bigint;
  /** Ids of the staked NFTs. */
  readonly nfts: readonly string[];
}

export const stakeKinds = ["STAKED", "HELD", "NFT"] as const;
export type StakeKind = (typeof stakeKinds)[number];

/** One kind of asset of a wallet and its rate increase in thousandths of a percent. */
export interface BuffRow<W extends WalletStake> {
  readonly wallet: W;
  readonly kind: StakeKind;
  /** Tokens ×1e18; NFTs ×1e18 too. */
  readonly amount: bigint;
  readonly buff: number;
}

export const tokenUnit = 10n ** 18n;

/** Fractions of a token don't count. */
const wholeTokens = (amount: bigint): number => Number(amount / tokenUnit);

/**
 * Returns the non-empty buff rows of a node's wallets, in thousandths of a percent:
 * - STAKED tokens: 5 per whole token, once all wallets together have staked 100.
 * - HELD tokens: 2 per whole unstaked token.
 * - NFT: 5,000 per staked NFT, for the first 4 of all wallets.
 *
 * STAKED and HELD of all wallets are capped at `tokenBuffMax`.
 */
export const buffRows = <W extends WalletStake>(wallets: readonly W[]): readonly BuffRow<W>[] => {
  const stakedByAll = wallets.reduce((sum, { staked }) => sum + wholeTokens(staked), 0);
  const counts = tokenBuff({ staked: stakedByAll, held: 0 }) > 0;
  let nftsLeft = nftsCounted;
  let tokensLeft = tokenBuffMax;
  const ofTokens = (buff: number): number => {
    const counted = Math.min(tokensLeft, buff);
    tokensLeft -= counted;
    return counted;
  };
  return wallets.flatMap((wallet) => {
    const { staked, held, nfts } = wallet;
    const counted = Math.min(nftsLeft, nfts.length);
    nftsLeft -= counted;
    const rows: readonly BuffRow<W>[] = [
      { wallet, kind: "STAKED", amount: staked, buff: ofTokens(counts ? wholeTokens(staked) * stakedTokenBuff : 0) },
      { wallet, kind: "HELD", amount: held, buff: ofTokens(tokenBuff({ staked: 0, held: wholeTokens(held) })) },
      { wallet, kind: "NFT", amount: BigInt(nfts.length) * tokenUnit, buff: counted * nftRateBuff },
    ];
    return rows.filter(({ amount }) => amount > 0n);
  });
};

/** The sum of the rows. */
export const stakeBuff = (wallets: readonly WalletStake[]): number =>
  buffRows(wallets).reduce((sum, { buff }) => sum + buff, 0);
