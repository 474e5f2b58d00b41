/** Constants of staking. */

/** Thousandths of a percent per staked NFT, and the maximum number that counts, since anyone can mint more. */
export const nftRateBuff = 5000;
export const nftsCounted = 4;
/** Thousandths of a percent per whole staked and held token. */
export const stakedTokenBuff = 5;
export const heldTokenBuff = 2;
/** Minimum of staked whole tokens that counts. */
export const stakeTokensMin = 100;
/**
 * Maximum thousandths of a percent from staked and held tokens of all wallets: 100%, reached with 20,000 staked tokens. With NFTs a node's
 * rate grows by at most 120%.
 */
export const tokenBuffMax = 100_000;
/** Per wallet, in the list. */
export const nftsListedMax = 50;
/** Nodes with a buff are reread after this many seconds, so that sold assets stop counting. */
export const stakeReadSeconds = 3600;
