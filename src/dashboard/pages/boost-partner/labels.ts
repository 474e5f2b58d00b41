/** Labels and messages of staking actions. */
import type { StakeAct } from "../../flows/boost-stake/machine.ts";
import { formatTokens } from "../../flows/boost-stake/tokens.ts";

/** Returns the label of a running action. */
export const actLabel = (act: StakeAct): string => {
  switch (act.kind) {
    case "mint":
      return "Minting an NFT";
    case "stake-nft":
      return `Staking NFT #${act.id}`;
    case "unstake-nft":
      return `Unstaking NFT #${act.id}`;
    case "stake":
      return `Staking ${formatTokens(act.amount)}`;
    case "withdraw":
      return `Withdrawing ${formatTokens(act.amount)}`;
  }
};

/** Returns the message of a completed action. */
export const doneMessage = (act: StakeAct): string => {
  switch (act.kind) {
    case "mint":
      return "NFT minted. Stake it to raise your rate.";
    case "stake-nft":
      return `NFT #${act.id} staked`;
    case "unstake-nft":
      return `NFT #${act.id} unstaked`;
    case "stake":
      return `${formatTokens(act.amount)} staked`;
    case "withdraw":
      return `${formatTokens(act.amount)} withdrawn`;
  }
};
