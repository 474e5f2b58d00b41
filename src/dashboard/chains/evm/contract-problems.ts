import { contractMessages } from "../../../../resources/contract-messages.ts";

/** Errors of our contracts and of OpenZeppelin's. */
export const contractProblems: Readonly<Record<string, string>> = {
  AccountAlreadyRegistered: contractMessages.accountRegistered,
  UidAlreadyRegistered: contractMessages.uidRegistered,
  InvalidSignature: contractMessages.registrationSignatureInvalid,
  AmountTooSmall: contractMessages.amountTooSmall,
  UnknownCoin: contractMessages.coinUnknown,
  Underpaid: contractMessages.priceMoved,
  StalePrice: contractMessages.priceStale,
  BadPrice: contractMessages.priceStale,
  NotStaker: contractMessages.notStaker,
  InsufficientStake: contractMessages.stakeTooSmall,
  NothingSent: contractMessages.nothingSent,
  TooEarly: contractMessages.withdrawalTooEarly,
  AlreadyPaid: contractMessages.withdrawalPaid,
  WrongProof: contractMessages.withdrawalUnproven,
  UnknownOutput: contractMessages.withdrawalUnproven,
  MoreThanBridged: contractMessages.moreThanBridged,
  NotEnoughHeld: contractMessages.moreThanBridged,
  EnforcedPause: contractMessages.contractPaused,
  ERC20InsufficientAllowance: contractMessages.allowanceTooSmall,
  ERC2612ExpiredSignature: contractMessages.permitExpired,
};
