import { messages } from "../../../../resources/messages.ts";

/** Errors of our contracts, and of OpenZeppelin's below them, in words. */
export const contractSentences: Readonly<Record<string, string>> = {
  AccountAlreadyRegistered: messages.accountRegistered,
  UidAlreadyRegistered: messages.uidRegistered,
  InvalidSignature: messages.registrationSignatureInvalid,
  AmountTooSmall: messages.amountTooSmall,
  UnknownCoin: messages.coinUnknown,
  StalePrice: messages.priceStale,
  BadPrice: messages.priceStale,
  NotStaker: messages.notStaker,
  InsufficientStake: messages.stakeTooSmall,
  EnforcedPause: messages.contractPaused,
  ERC20InsufficientAllowance: messages.allowanceTooSmall,
  ERC2612ExpiredSignature: messages.permitExpired,
};
