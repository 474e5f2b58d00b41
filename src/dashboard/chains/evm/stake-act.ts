/** What a wallet can do with Boost's NFTs and tokens. Amounts ×1e18. */
export type StakeAct =
  | { readonly kind: "mint" }
  | { readonly kind: "stake-nft"; readonly id: string }
  | { readonly kind: "unstake-nft"; readonly id: string }
  | { readonly kind: "stake"; readonly amount: bigint }
  | { readonly kind: "withdraw"; readonly amount: bigint };
