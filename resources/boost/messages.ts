/** Boost messages, including those of spec §8. */
export const boostMessages = {
  accessDenied: "Access denied!",
  serviceError: "Service error!",
  walletNotLinked:
    "This wallet isn't linked to your account, so its stakes wouldn't count. Switch wallets or link this one in Configurations.",
  inviteCodeUnknown: "Invite code not found. Correct it or leave it blank.",
  shareImageFailed: "Failed to generate share image",
} as const;
