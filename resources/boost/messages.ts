/** Boost's own texts of spec §8. */
export const boostMessages = {
  accessDenied: "Access Denied!",
  serviceError: "Service Error!",
  shareImageFailed: "Failed to generate share image",
} as const;
