/**
 * Messages about chains and wallets: connecting, signing, the error catalogue of spec §8, claiming. Separate from messages.ts, which
 * every screen loads.
 */
export const chainMessages = {
  insufficientFunds: "Insufficient balance in your wallet.",
  walletMissing: "Wallet does not exist, please install wallet first!",
  walletInstall: "Install its browser extension, then reload this page.",
  activated:
    "Pinning, RPC and AI keys, rollups and invitations are unlocked, and your package resets monthly. Dedicated gateways need a deposit.",
  landClaimed: "LAND claimed successfully",
  submitted: "Submission successful. Claiming in progress!",
  claimTrouble: "Having trouble claiming? Please click Disconnect and try again.",
  disconnected: "Disconnected successfully. Please proceed to claim.",
  testCoinsGiven: "Test coins added to your wallet.",
  publicNetwork: "Your wallet uses the public network. Switch it to the local devnet.",
  chainErrorTitle: "Error",
  chainNetworkError: "Network error",
  chainUnreachable: "Unexpected response from the network. Check your wallet's network and try again.",
  transactionReplaced: "Transaction was replaced.",
  transactionCanceled: "Your transaction has been canceled.",
  transactionFailed: "Transaction failed",
  ipfsStorageExpired: "IPFS storage expired, extending service duration is required.",
  wrongNetwork: "Wrong network, please switch your wallet network and try again.",
  zkSyncEmpty: "Your zkSync account doesn't have enough ETH, please recharge it.",
  requestRejected: "You declined the request in your wallet.",
  walletAccountChanged: "Your wallet switched to another account. Sign in again with the account you want to use.",
  requestPending: "Your wallet has a pending request. Open the wallet to respond.",
  walletConnectFailed: "Failed to connect wallet: {message}",
  walletNotInstalled: "{wallet} is not installed",
  walletConnectText: "After connecting to your wallet, you'll be able to make changes in custom settings.",
  linkStatement:
    "Link this wallet to the Freehold account {account}. This wallet can then sign in to the account. Signing is free and sends no transaction.",
  signInStatement: "Sign in to Freehold. Signing is free and sends no transaction.",
  solanaLinkStatement: "Link this address to your Freehold account. Signing is free and sends no transaction.",
  signatureAsked: "Confirm in your wallet…",
  signatureDeclined: "Signature declined. Nothing was changed.",
  signatureByOther: "No wallet in this browser uses {address}. Open that wallet, or sign in again, then retry.",
  signatureBySignIn: "You signed in more than five minutes ago. Sign in again, then retry.",
  walletConnectTitle: "Connect wallet",
} as const;
