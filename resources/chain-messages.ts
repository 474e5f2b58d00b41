/**
 * What people read of chains and wallets: connecting, signing, the error catalogue of spec §8, claiming. Apart from messages.ts, which
 * every screen loads.
 */
export const chainMessages = {
  insufficientFunds: "Insufficient balance in your wallet.",
  walletMissing: "Wallet does not exist, please install a wallet first!",
  walletInstall: "Install it as an extension of this browser, then reload this page and try again.",
  landClaimed: "LAND Claimed successfully",
  submitted: "Submission successful. Claiming in progress!",
  claimTrouble: "Having trouble claiming? Please click Disconnect and try again.",
  disconnected: "Disconnected successfully. Please proceed to claim.",
  testCoinsGiven: "Test coins are in your wallet.",
  publicNetwork: "Your wallet is on the public network; this cloud runs its own.",
  chainErrorTitle: "Error",
  chainNetworkError: "Network Error",
  chainUnreachable: "The network did not answer as expected. Please check your wallet's network and try again.",
  transactionReplaced: "Transaction was replaced.",
  transactionCanceled: "Your transaction has been canceled.",
  transactionFailed: "Transaction Failed",
  ipfsStorageExpired: "IPFS Storage Expired, extending service duration is required.",
  wrongNetwork: "Wrong network, please switch your wallet network and try again.",
  zkSyncEmpty: "Your zkSync account doesn't have enough ETH, please recharge it.",
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
