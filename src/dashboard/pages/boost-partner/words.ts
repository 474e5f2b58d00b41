/** What is done with NFTs and tokens, in words. */
import type { StakeAct } from "../../flows/boost-stake/machine.ts";
import { formatTokens } from "../../flows/boost-stake/tokens.ts";

/** While it is under way. */
export const actWords = (act: StakeAct): string => {
  switch (act.kind) {
    case "mint":
      return "Minting an NFT";
    case "stake-nft":
      return `Staking NFT #${act.id}`;
    case "unstake-nft":
      return `Taking NFT #${act.id} back`;
    case "stake":
      return `Staking ${formatTokens(act.amount)}`;
    case "withdraw":
      return `Taking ${formatTokens(act.amount)} back`;
  }
};

export const doneWords = (act: StakeAct): string => {
  switch (act.kind) {
    case "mint":
      return "The NFT is yours. Stake it to earn more.";
    case "stake-nft":
      return `NFT #${act.id} is staked and counts.`;
    case "unstake-nft":
      return `NFT #${act.id} is back in your wallet.`;
    case "stake":
      return `${formatTokens(act.amount)} are staked and count.`;
    case "withdraw":
      return `${formatTokens(act.amount)} are back in your wallet.`;
  }
};
