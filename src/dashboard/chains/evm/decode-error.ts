import { Interface } from "ethers";
import {
  priceFeedAbi,
  purchaseAbi,
  rechargeAbi,
  registrationAbi,
  stakingAbi,
} from "../../../../resources/chains/contracts.ts";
import { rollupBridgeAbi, rollupSettlementAbi } from "../../../../resources/raas/contracts.ts";

/** Errors of the OpenZeppelin contracts that ours use. */
const openZeppelinErrors = [
  "error EnforcedPause()",
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
  "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "error ERC2612ExpiredSignature(uint256 deadline)",
  "error ERC2612InvalidSigner(address signer, address owner)",
] as const;

const declared = [
  ...registrationAbi,
  ...rechargeAbi,
  ...purchaseAbi,
  ...priceFeedAbi,
  ...stakingAbi.nftStaking,
  ...stakingAbi.tokenStaking,
  ...rollupSettlementAbi,
  ...rollupBridgeAbi.filter((line) => line !== "error NothingSent()"),
];

const knownErrors = new Interface([...declared.filter((line) => line.startsWith("error ")), ...openZeppelinErrors]);

/** Solidity's two built-in errors, which ethers decodes itself: their text says more. */
const builtIn = ["Error", "Panic"];

/** Returns the name of the custom error in this revert data; undefined for unknown ones. */
export const errorName = (data: string): string | undefined => {
  const name = knownErrors.getError(data.slice(0, 10))?.name;
  return name !== undefined && !builtIn.includes(name) ? name : undefined;
};
