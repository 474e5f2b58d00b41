/** Boost's own texts of spec §8. */
export const boostMessages = {
  accessDenied: "Access Denied!",
  serviceError: "Service Error!",
  walletNotLinked:
    "The account that is open in your wallet is not linked to your account here, so what it stakes would not count for you. Open the one that you signed in with, or link this one in the settings of your account.",
  shareImageFailed: "Failed to generate share image",
} as const;
