/** What people read when a contract or a node refuses a transaction; apart from chain-messages.ts, which comes with every wallet. */
export const contractMessages = {
  accountRegistered: "This wallet is registered already.",
  uidRegistered: "Your account is registered already, with another wallet.",
  registrationSignatureInvalid: "The cloud's signature does not fit this wallet. Please start again.",
  amountTooSmall: "The amount is too small for this chain.",
  coinUnknown: "This coin is not taken on this chain.",
  priceStale: "There is no current price on this chain. Please try again in a few minutes, or choose another chain.",
  priceMoved: "The price has moved meanwhile. Please try again.",
  contractPaused: "Payments are paused on this chain for now. Please choose another one.",
  allowanceTooSmall: "The approval did not cover the amount. Please try again.",
  permitExpired: "The permit has expired. Please try again.",
  notStaker: "This piece is staked by another wallet.",
  stakeTooSmall: "Your stake is smaller than that.",
  transactionUnderpriced:
    "Another transaction of your wallet is waiting and offers more for gas. Please wait for it, or raise the fee.",
  transactionCountUsed: "Your wallet has sent another transaction meanwhile. Please try again.",
  accountUnknown: "Your wallet has not opened this account to the site. Please allow it and try again.",
  chainNotAdded: "Your wallet does not know this network. Please add it and try again.",
} as const;
