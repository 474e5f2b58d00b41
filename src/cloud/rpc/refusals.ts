/** Refusals of the gateway: their reasons and messages. */
import { errors } from "../../../resources/declare/errors.ts";
import {
  rpcRefusals,
  type RpcLogReason,
  type RpcReason,
  type RpcRefusalDeclaration,
  type RpcRefusalName,
} from "../../../resources/rpc/errors.ts";
import type { RpcAllowType } from "../../../resources/rpc/keys.ts";
import type { NodeError } from "./upstream/upstream.ts";

const messages = {
  KEY_UNKNOWN: "Unknown key. Copy the URL from the RPC keys page.",
  KEY_INACTIVE: "This key is inactive. Switch it on in its settings.",
  TOKEN_REQUIRED: "This key requires a valid JSON Web Token signed by one of its public keys.",
  CHAIN_UNKNOWN: "Unknown chain. See the list of endpoints.",
  RATE: "This key's compute units per second are used up. Retry later, or send fewer requests at once.",
  DAILY_CAP: "Daily cap reached. Raise the cap, or retry tomorrow (UTC).",
  SPEND_CAP: errors.SPEND_CAP_REACHED.message,
} as const satisfies Partial<Record<RpcReason, string>>;

const fieldLabels: Readonly<Record<RpcAllowType, string>> = {
  origin: "origin",
  agent: "user agent",
  ip: "address",
  method: "method",
  contract: "contract",
};
const notOnAllowlist = (type: RpcAllowType): string =>
  `This key's allowlist does not include this ${fieldLabels[type]}.`;

interface Details {
  readonly reason?: RpcReason | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** A request refused before it reaches a node; nothing is charged. */
export class RpcRefusal extends Error {
  /** For the key's log. */
  readonly reason: RpcLogReason | undefined;
  readonly retryAfterMs: number | undefined;
  /** The error of the reply. */
  readonly error: NodeError;

  constructor(name: RpcRefusalName, message: string, { reason, retryAfterMs }: Details = {}) {
    super(message);
    const { code, logReason }: RpcRefusalDeclaration = rpcRefusals[name];
    this.reason = reason ?? logReason;
    this.retryAfterMs = retryAfterMs;
    const data = { ...(reason && { reason }), ...(retryAfterMs !== undefined && { retryAfterMs }) };
    this.error = { code, message, ...(Object.keys(data).length > 0 && { data }) };
  }
}

/** Returns the refusal for a reason. */
export const refusalFor = (
  name: RpcRefusalName,
  reason: keyof typeof messages,
  details: Omit<Details, "reason"> = {},
): RpcRefusal => new RpcRefusal(name, messages[reason], { reason, ...details });

/** Returns the refusal of a request that lacks an entry of the key's allowlist. */
export const allowlistRefusal = (name: RpcRefusalName, type: RpcAllowType): RpcRefusal =>
  new RpcRefusal(name, notOnAllowlist(type), { reason: "NOT_ON_ALLOWLIST" });
