import { chainMessages } from "../../../../resources/chain-messages.ts";

/** Errors of our contracts, and of OpenZeppelin's below them, in words. */
export const contractSentences: Readonly<Record<string, string>> = {
  AccountAlreadyRegistered: chainMessages.accountRegistered,
  UidAlreadyRegistered: chainMessages.uidRegistered,
  InvalidSignature: chainMessages.registrationSignatureInvalid,
  AmountTooSmall: chainMessages.amountTooSmall,
  UnknownCoin: chainMessages.coinUnknown,
  Underpaid: chainMessages.priceMoved,
  StalePrice: chainMessages.priceStale,
  BadPrice: chainMessages.priceStale,
  NotStaker: chainMessages.notStaker,
  InsufficientStake: chainMessages.stakeTooSmall,
  EnforcedPause: chainMessages.contractPaused,
  ERC20InsufficientAllowance: chainMessages.allowanceTooSmall,
  ERC2612ExpiredSignature: chainMessages.permitExpired,
};
