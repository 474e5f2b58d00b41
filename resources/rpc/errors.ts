/** Errors of RPC keys. */
import { formatDollars, landUnit } from "../money.ts";
import type { ErrorMessage } from "../declare/shared-errors.ts";
import { rpcBatchMax, rpcFiltersPerKey, rpcSubscriptionsPerSocket, rpcVipBalanceLand } from "./limits.ts";

/**
 * JSON-RPC error codes of the gateway itself. Those below -32000 follow EIP-1474; `accessRefused` has no meaning in any
 * standard or client library, so that clients show our message.
 */
export const rpcCodes = {
  notJson: -32_700,
  requestInvalid: -32_600,
  methodNotOffered: -32_601,
  paramsInvalid: -32_602,
  internal: -32_603,
  filterNotFound: -32_000,
  limitExceeded: -32_005,
  accessRefused: -32_090,
} as const;

/** Why the gateway refused a request, in `data.reason` of the error. */
export const rpcReasons = [
  "KEY_UNKNOWN",
  "KEY_INACTIVE",
  "TOKEN_REQUIRED",
  "NOT_ON_ALLOWLIST",
  "CHAIN_UNKNOWN",
  "RATE",
  "DAILY_CAP",
  "SPEND_CAP",
  "USED_UP",
] as const;
export type RpcReason = (typeof rpcReasons)[number];

/** Why a request failed without a refusal, "NODE" with an error of the node: the client did nothing wrong that the gateway could see. */
export const rpcFaults = ["NODE", "NO_NODE", "FAULT", "UNAVAILABLE"] as const;

/** Why a request in a key's log has an error. Clients get only `rpcReasons`: the others follow from the code and the message. */
export const rpcLogReasons = [
  ...rpcReasons,
  "METHOD_NOT_OFFERED",
  "PARAMS_INVALID",
  "FILTER_NOT_FOUND",
  "TOO_MANY_OPEN",
  ...rpcFaults,
] as const;
export type RpcLogReason = (typeof rpcLogReasons)[number];

export interface RpcRefusalDeclaration {
  readonly code: number;
  /** HTTP status of the reply. Batches, WebSockets and errors of a single request use 200. */
  readonly status: number;
  readonly meaning: string;
  /** In a key's log, unless the refusal says another. */
  readonly logReason?: RpcLogReason;
  /** When to retry the request; "wait" depends on the key's rate. */
  readonly retryAfterSeconds?: number | "wait";
}

/** Every refusal of the gateway; docs/reference/errors.md shows this table. */
export const rpcRefusals = {
  notJson: { code: rpcCodes.notJson, status: 200, meaning: "The body is not valid JSON." },
  requestInvalid: {
    code: rpcCodes.requestInvalid,
    status: 200,
    meaning: `The request is not JSON-RPC 2.0, or the batch has more than ${rpcBatchMax} requests.`,
  },
  bodyInvalid: { code: rpcCodes.requestInvalid, status: 400, meaning: "The body cannot be read." },
  bodyTooLarge: { code: rpcCodes.requestInvalid, status: 413, meaning: "The body is larger than 1 MiB." },
  methodNotOffered: {
    code: rpcCodes.methodNotOffered,
    status: 200,
    meaning: "The method is not offered, or not on the key's allowlist.",
    logReason: "METHOD_NOT_OFFERED",
  },
  paramsInvalid: {
    code: rpcCodes.paramsInvalid,
    status: 200,
    meaning: "The parameters are invalid.",
    logReason: "PARAMS_INVALID",
  },
  filterNotFound: {
    code: rpcCodes.filterNotFound,
    status: 200,
    meaning: "`filter not found`: it has ended, or belongs to another key.",
    logReason: "FILTER_NOT_FOUND",
  },
  keyRefused: {
    code: rpcCodes.accessRefused,
    status: 401,
    meaning: "The key does not exist, or the token it requires is missing.",
  },
  clientRefused: {
    code: rpcCodes.accessRefused,
    status: 403,
    meaning: "The key is not active, or the client is not on its allowlist.",
  },
  contractRefused: {
    code: rpcCodes.accessRefused,
    status: 200,
    meaning: "The contract is not on the key's allowlist.",
  },
  chainNotOffered: { code: rpcCodes.accessRefused, status: 404, meaning: "The chain is not offered." },
  rateExceeded: {
    code: rpcCodes.limitExceeded,
    status: 429,
    meaning: "Too many compute units per second; `data.retryAfterMs` contains the wait. In a batch the status is 200.",
    retryAfterSeconds: "wait",
  },
  tooManyRequests: {
    code: rpcCodes.limitExceeded,
    status: 429,
    meaning: "More than 300 requests with wrong keys from one address within a minute.",
    retryAfterSeconds: 10,
  },
  usedUp: {
    code: rpcCodes.limitExceeded,
    status: 200,
    meaning: "The package, the LAND or the daily cap is used up.",
  },
  tooManyOpen: {
    code: rpcCodes.limitExceeded,
    status: 200,
    meaning: `The key has ${rpcFiltersPerKey} filters, or the connection ${rpcSubscriptionsPerSocket} subscriptions.`,
    logReason: "TOO_MANY_OPEN",
  },
  noNode: {
    code: rpcCodes.internal,
    status: 200,
    meaning: "No node of the chain answers, or whether a transaction arrived is unknown.",
    logReason: "NO_NODE",
  },
  fault: {
    code: rpcCodes.internal,
    status: 200,
    meaning: "Internal server error. Nothing is charged.",
    logReason: "FAULT",
  },
  unavailable: {
    code: rpcCodes.internal,
    status: 503,
    meaning: "The server is busy, or its database is unavailable.",
    retryAfterSeconds: 5,
    logReason: "UNAVAILABLE",
  },
} as const satisfies Record<string, RpcRefusalDeclaration>;

export type RpcRefusalName = keyof typeof rpcRefusals;

export const rpcErrors = {
  RPC_FREE_KEY_EXISTS: {
    status: 409,
    message: "Your team already has a free key. Create a pay-as-you-go key, or delete the free key first.",
  },
  RPC_BALANCE_LOW: {
    status: 402,
    message: `A pay-as-you-go key needs a balance of ${formatDollars(rpcVipBalanceLand * landUnit)}. Deposit, or create the free key.`,
  },
  RPC_PUBLIC_KEY_INVALID: {
    status: 400,
    message: "Invalid public key. Paste an RSA (2,048 bits or more), P-256 or Ed25519 public key in PEM format.",
  },
  RPC_ALLOW_INVALID: {
    status: 400,
    message:
      "Invalid allowlist entry. Use an origin such as https://shop.example or *.shop.example, a contract (0x and 40 digits), or an IP or range such as 10.0.0.0/8.",
  },
  RPC_NEEDS_PUBLIC_KEY: {
    status: 409,
    message: "Add a public key first. Without one, every request would be refused.",
  },
} as const satisfies Record<string, ErrorMessage>;
