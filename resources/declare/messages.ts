/**
 * Messages on screens, each declared once. Errors of calls are in errors.ts, messages about chains and wallets in chain-messages.ts,
 * which the first screen doesn't load.
 */
export const messages = {
  fieldRequired: "This field is required.",
  fieldUnknown: "This field does not exist.",
  dateOutOfRange: "Enter a date between 1970 and 9999.",
  emailInvalid: "Invalid email",
  walletAddressInvalid: "Invalid wallet address",
  networkError: "A network error has occurred. Please check your connections and try again.",
  requestAborted: "Request aborted",
  accountBound: "Successfully bound your account.",
  offline: "You're offline. Retrying…",
  cloudUnreachable: "Can't reach the server. Retrying…",
  draftRestored: "Draft restored.",
  copyFailed: "Copy failed!",
  copied: "Copied",
  insufficientResources: "Insufficient resources, please deposit 'LAND'.",
  noData: "No data available",
  imageTooLarge: "{file} is too large (over 10MB)",
  imageUnreadable: "This browser can't read {file}.",
  imageWrongType: "{file} is not a PNG, JPEG, GIF or WebP image.",
  imagesHint: "You can attach up to {count} images",
} as const;

/** Separates an internal error's message from the ID of its request. */
export const referenceMark = "\nReference: ";
