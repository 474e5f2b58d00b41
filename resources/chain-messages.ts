/**
 * What people read of chains and wallets: connecting, signing, the error catalogue of spec §8, claiming. Apart from messages.ts, which
 * every screen loads.
 */
export const chainMessages = {
  insufficientFunds: "Insufficient balance in your wallet.",
  walletMissing: "Wallet does not exist, please install a wallet first!",
  walletInstall: "Install it as an extension of this browser, then reload this page and try again.",
  landClaimed: "LAND Claimed successfully",
  testCoinsGiven: "Test coins are in your wallet.",
  publicNetwork: "Your wallet is on the public network; this cloud runs its own.",
  chainErrorTitle: "Error",
  chainNetworkError: "Network Error",
  chainUnreachable: "The network did not answer as expected. Please check your wallet's network and try again.",
  accountUnknown: "Your wallet has not opened this account to the site. Please allow it and try again.",
  transactionReplaced: "Transaction was replaced.",
  transactionCanceled: "Your transaction has been canceled.",
  transactionFailed: "Transaction Failed",
  transactionUnderpriced:
    "Another transaction of your wallet is waiting and offers more for gas. Please wait for it, or raise the fee.",
  transactionCountUsed: "Your wallet has sent another transaction meanwhile. Please try again.",
  ipfsStorageExpired: "IPFS Storage Expired, extending service duration is required.",
  wrongNetwork: "Wrong network, please switch your wallet network and try again.",
  chainNotAdded: "Your wallet does not know this network. Please add it and try again.",
  zkSyncEmpty: "Your zkSync account doesn't have enough ETH, please recharge it.",
  accountRegistered: "This wallet is registered already.",
  uidRegistered: "Your account is registered already, with another wallet.",
  registrationSignatureInvalid: "The cloud's signature does not fit this wallet. Please start again.",
  amountTooSmall: "The amount is too small for this chain.",
  coinUnknown: "This coin is not taken on this chain.",
  priceStale: "There is no current price on this chain. Please try again in a few minutes, or choose another chain.",
  contractPaused: "Claiming is paused on this chain for now. Please choose another one.",
  allowanceTooSmall: "The approval did not cover the amount. Please try again.",
  permitExpired: "The permit has expired. Please try again.",
  notStaker: "This piece is staked by another wallet.",
  stakeTooSmall: "Your stake is smaller than that.",
  requestRejected: "You declined the request in your wallet.",
  walletAccountChanged: "Your wallet switched to another account. Please sign in again with the one you want.",
  requestPending: "Your wallet is already showing a request. Please open it and answer.",
  walletConnectFailed: "Failed to connect wallet: {message}",
  walletNotInstalled: "{wallet} is not installed",
  walletConnectText: "After connecting to your wallet, you'll be able to make changes in custom settings.",
  linkStatement:
    "Link this wallet to the Freehold account {account}. Whoever holds this wallet can then sign in to it. This does not cost anything and sends no transaction.",
  signInStatement: "Sign in to Freehold. This does not cost anything and sends no transaction.",
  solanaLinkStatement:
    "Link this address to your Freehold account. This does not cost anything and sends no transaction.",
  walletConnectTitle: "Connect Wallet",
} as const;
