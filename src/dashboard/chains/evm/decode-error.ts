import { Interface } from "ethers";
import {
  priceFeedAbi,
  purchaseAbi,
  rechargeAbi,
  registrationAbi,
  stakingAbi,
} from "../../../../resources/contracts.ts";
import { rollupBridgeAbi, rollupSettlementAbi } from "../../../../resources/raas/contracts.ts";

/** Of the parts of OpenZeppelin that our contracts stand on. */
const foundation = [
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

const known = new Interface([...declared.filter((line) => line.startsWith("error ")), ...foundation]);

/** The language's own two, which ethers knows without being told: their text says more. */
const builtIn = ["Error", "Panic"];

/** Name of the custom error that this data of a revert is; undefined when it is none of ours. */
export const errorName = (data: string): string | undefined => {
  const name = known.getError(data.slice(0, 10))?.name;
  return name !== undefined && !builtIn.includes(name) ? name : undefined;
};
