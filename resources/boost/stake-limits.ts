/** Constants of staking. */

/** Thousandths of a per cent that a staked NFT adds to the rate; and of how many, since anybody can mint as many as they like. */
export const nftRateBuff = 5000;
export const nftsCounted = 4;
/** Whole tokens from which on staked ones count. */
export const stakeTokensMin = 100;
/** Thousandths of a per cent; a node reaches it with 400 million of the billion tokens that there are. */
export const stakeBuffMax = 2_000_000_000;
/** Of each wallet, in the list. */
export const nftsListedMax = 50;
/** Nodes with a buff are read anew after this many seconds, so that what is sold without our hearing of it stops counting. */
export const stakeReadSeconds = 3600;
