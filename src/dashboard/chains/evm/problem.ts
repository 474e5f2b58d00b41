/** Catalog of chain and wallet errors (spec §8): maps any error to a kind, a message and a presentation. */
import { chainMessages } from "../../../../resources/chains/messages.ts";
import { contractMessages } from "../../../../resources/chains/contract-messages.ts";
import { codesIn, errorChain, propertyOf, shortened, textOf } from "../wallets/error-chain.ts";
import { refusals } from "../wallets/provider.ts";

export type ProblemKind =
  | "unknown-account"
  | "unknown-chain"
  | "public-network"
  | "canceled"
  | "pending"
  | "replaced"
  | "underpriced"
  | "insufficient-funds"
  | "zksync-empty"
  | "storage-expired"
  | "contract"
  | "transaction-failed"
  | "network"
  | "other";

/** retry-confirm: a dialog titled 'Network error' with a Retry button. */
export type Presentation = "toast" | "alert" | "retry-confirm";

export interface ChainProblem {
  readonly kind: ProblemKind;
  /** 'Network error' or 'Error'. */
  readonly title: string;
  readonly message: string;
  readonly presentation: Presentation;
}

interface Reading {
  /** The action can be retried where the problem is shown. */
  readonly retry?: boolean;
  /** Returns the name of a contract's own error by its revert data; decode-error.ts decodes those of our contracts. */
  readonly decode?: (data: string) => string | undefined;
}

/** The wallet's network is not this server's own one. */
export class PublicNetworkError extends Error {
  override readonly name = "PublicNetworkError";
  override readonly message = chainMessages.publicNetwork;
}

/** Reads an error by the code of ethers 6 or EIP-1193 first, then by its text (ethers 5 and nodes have only texts). */
export const chainProblem = (error: unknown, { retry = false, decode }: Reading = {}): ChainProblem => {
  const codes = codesIn(error);
  const text = allText(error).toLowerCase();
  const named = decode && revertData(error).map(decode).find(Boolean);
  const kind = ownKind(error) ?? byContract(named) ?? byCode(codes, text) ?? kindByText(text);
  const title = kind === "network" ? chainMessages.chainNetworkError : chainMessages.chainErrorTitle;
  return { kind, title, message: messageOf(kind, error, named), presentation: presentationOf(kind, retry) };
};

const ownKind = (error: unknown): ProblemKind | undefined =>
  error instanceof PublicNetworkError ? "public-network" : undefined;

const byContract = (named: string | undefined): ProblemKind | undefined => {
  if (named === undefined) return undefined;
  return /Insufficient(Balance|Funds)$/.test(named) ? "insufficient-funds" : "contract";
};

const byCode = (codes: readonly (number | string)[], text: string): ProblemKind | undefined => {
  if (codes.includes(refusals.unknownChain)) return "unknown-chain";
  if (codes.includes("ACTION_REJECTED") || codes.includes(refusals.rejected)) return "canceled";
  if (codes.includes(refusals.unauthorized)) return "unknown-account";
  if (codes.includes("TRANSACTION_REPLACED")) return "replaced";
  if (codes.includes("INSUFFICIENT_FUNDS")) return "insufficient-funds";
  if (codes.includes("REPLACEMENT_UNDERPRICED") || codes.includes("NONCE_EXPIRED")) return "underpriced";
  if (codes.includes(refusals.pending) && text.includes("pending")) return "pending";
  if (codes.includes("CALL_EXCEPTION")) return kindByText(text) === "other" ? undefined : kindByText(text);
  return ["NETWORK_ERROR", "TIMEOUT", "SERVER_ERROR", "BAD_DATA"].some((code) => codes.includes(code))
    ? "network"
    : undefined;
};

/** In the order of the specification's table. A message may contain a whole transaction, so the patterns are narrow. */
const textRows: readonly (readonly [RegExp, ProblemKind])[] = [
  [/unknown account/, "unknown-account"],
  [/unrecognized chain id/, "unknown-chain"],
  [/repriced|transaction was replaced|reason="?replaced/, "replaced"],
  [/replacement (fee too low|transaction underpriced)|nonce (has already been used|too low)/, "underpriced"],
  [/missing revert data|no data present/, "network"],
  [/user rejected|user denied|rejected by user|ethers-user-denied/, "canceled"],
  [/transaction failed|transaction execution reverted/, "transaction-failed"],
  [/ipfs with invalid params/, "storage-expired"],
  [/zksync.*(not exist|enough|insufficient|no account)|account does not exist in the zksync/, "zksync-empty"],
  [/exceeds balance|overflow|insufficient (funds|balance)/, "insufficient-funds"],
  [/already pending for origin/, "pending"],
  [/could not detect network|network error|failed to fetch|fetch failed|load failed|networkerror/, "network"],
];

const kindByText = (text: string): ProblemKind => textRows.find(([pattern]) => pattern.test(text))?.[1] ?? "other";

const messages: Readonly<Partial<Record<ProblemKind, string>>> = {
  "unknown-account": contractMessages.accountUnknown,
  "unknown-chain": contractMessages.chainNotAdded,
  "public-network": chainMessages.publicNetwork,
  canceled: chainMessages.transactionCanceled,
  pending: chainMessages.wrongNetwork,
  replaced: chainMessages.transactionReplaced,
  "insufficient-funds": chainMessages.insufficientFunds,
  "zksync-empty": chainMessages.zkSyncEmpty,
  "storage-expired": chainMessages.ipfsStorageExpired,
  "transaction-failed": chainMessages.transactionFailed,
  network: chainMessages.chainUnreachable,
};

const messageOf = (kind: ProblemKind, error: unknown, named: string | undefined): string => {
  if (kind === "contract") return contractProblems[named!] ?? shortened(`${chainMessages.transactionFailed}: ${named}`);
  if (kind === "underpriced") return underpriced(codesIn(error), allText(error));
  return messages[kind] ?? shortened(innermostText(error));
};

const underpriced = (codes: readonly (number | string)[], text: string): string =>
  codes.includes("NONCE_EXPIRED") || /nonce/i.test(text)
    ? contractMessages.transactionCountUsed
    : contractMessages.transactionUnderpriced;

const presentationOf = (kind: ProblemKind, retry: boolean): Presentation => {
  if (kind === "canceled" || kind === "replaced") return "toast";
  return kind === "network" && retry ? "retry-confirm" : "alert";
};

const allText = (error: unknown): string =>
  errorChain(error)
    .flatMap((part) => [textOf(part), propertyOf(part, "reason")])
    .filter((text) => typeof text === "string")
    .join("\n");

/** Returns a contract's reason, or the node's own message, rather than the library's text around it. */
const innermostText = (error: unknown): string => {
  const reason = errorChain(error)
    .map((part) => propertyOf(part, "reason"))
    .find((value) => typeof value === "string" && value !== "");
  const isWrapped = codesIn(error).includes("UNKNOWN_ERROR");
  return typeof reason === "string" ? reason : textOf(isWrapped ? errorChain(error).at(-1) : error);
};

const revertData = (error: unknown): readonly string[] =>
  errorChain(error)
    .flatMap((part) => [propertyOf(part, "data"), propertyOf(propertyOf(part, "data"), "data")])
    .filter((data): data is string => typeof data === "string" && /^0x[0-9a-f]{8,}$/i.test(data));

/** Errors of our contracts and of OpenZeppelin's. */
const contractProblems: Readonly<Record<string, string>> = {
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
