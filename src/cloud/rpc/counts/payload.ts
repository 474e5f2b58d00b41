/** What the log keeps of a refused or failed request: bounded in size, without secrets. */
import type { NodeError } from "../upstream/upstream.ts";
import { isRawNumber } from "../../engines/network/parse-json.ts";
import { rpcPayloadMax, rpcPayloadTextMax } from "../../../../resources/rpc/limits.ts";

/** What a client sent. */
export interface Sent {
  readonly method?: string | undefined;
  readonly params?: unknown;
  readonly origin?: string | undefined;
  readonly agent?: string | undefined;
  /** The key of the request's URL. */
  readonly userKey: string;
}

/** The kept parts, as they are stored. */
export interface Payload {
  readonly method?: string;
  /** JSON, possibly cut. */
  readonly params?: string;
  readonly origin?: string;
  readonly agent?: string;
  readonly error?: string;
  /** JSON of the response's error data, possibly cut. */
  readonly data?: string;
}

const removed = "[removed]";
const depthMax = 8;
const entriesMax = 64;
const numberMax = 80;

/** Names of fields that hold secrets. */
const secretName =
  /^(authorization|cookie|pass(word|phrase)?|pwd|secret|private_?key|mnemonic|seed(_?phrase)?|(access|auth|refresh|session)_?token|token|jwt|api_?key|x-api-key)$/i;
/** Methods whose parameters hold keys and passwords. None is offered, so these are refused. */
const secretMethod = /^(personal|account|admin|clef|miner|parity)_|import|unlock|privatekey/i;
/** Bearer tokens, JSON Web Tokens, keys of RPC (43 characters of Base64) and of AI and storage. */
const secretText =
  /Bearer\s+\S+|(?<![\w-])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*|(?<![\w-])[\w-]{43}(?![\w-])|(?<![\w-])(?:sk|whsec)[_-][\w-]{16,}/g;

/** Longer texts are cut before secrets are searched: a body has up to a megabyte. */
const searchedMax = 8 * rpcPayloadTextMax;

/** Returns what to store of a request and of the error that answered it. */
export const payloadOf = (
  { method, params, origin, agent, userKey }: Sent,
  { message, data }: Pick<NodeError, "message" | "data">,
): Payload => {
  const clean = (text: string, max: number): string =>
    withoutCutWord(text)
      .replaceAll(userKey, removed)
      .replaceAll(secretText, removed)
      // PostgreSQL stores neither zero characters nor halves of surrogate pairs.
      .replaceAll("\0", "")
      .slice(0, max)
      .toWellFormed();
  const json = (value: unknown): string => {
    const text = JSON.stringify(
      copyOf(value, { clean: (part) => clean(part, rpcPayloadTextMax), left: 2 * rpcPayloadMax }),
    );
    return text.length > rpcPayloadMax ? `${text.slice(0, rpcPayloadMax)}…`.toWellFormed() : text;
  };
  const isSecret = method !== undefined && secretMethod.test(method.slice(0, searchedMax));
  return {
    ...(method !== undefined && { method: clean(method, methodMax) }),
    ...(params !== undefined && { params: isSecret ? JSON.stringify(removed) : json(params) }),
    ...(origin !== undefined && { origin: clean(origin, headerMax) }),
    ...(agent !== undefined && agent !== "" && { agent: clean(agent, headerMax) }),
    error: clean(message, errorMax),
    ...(data !== undefined && { data: json(data) }),
  };
};

const methodMax = 80;
const headerMax = 200;
const errorMax = 300;

/** Cuts a long text, without the start of a secret at its end. */
const withoutCutWord = (text: string): string =>
  text.length > searchedMax ? text.slice(0, searchedMax).replace(/(?<![\w-])[\w-]{1,2000}$/, "") : text;

interface Copying {
  readonly clean: (text: string) => string;
  /** Characters that may still be copied. */
  left: number;
}

/** Copies a parsed value while there is room, without the values of secret fields. */
const copyOf = (value: unknown, copying: Copying, depth = 0): unknown => {
  if (typeof value === "string") {
    const text = copying.clean(value);
    copying.left -= text.length + 2;
    return value.length > rpcPayloadTextMax ? `${text}…` : text;
  }
  if (isRawNumber(value)) return value.rawJSON.length > numberMax ? "…" : value;
  if (typeof value !== "object" || value === null) return value;
  if (depth === depthMax || copying.left <= 0) return "…";
  const entries: [string, unknown][] = [];
  const parts: Iterable<[string | number, unknown]> = Array.isArray(value)
    ? (value as unknown[]).entries()
    : Object.entries(value as Record<string, unknown>);
  for (const [at, own] of parts) {
    const name = String(at);
    if (entries.length === entriesMax || copying.left <= 0) {
      entries.push(["…", "…"]);
      break;
    }
    copying.left -= 4;
    if (Array.isArray(value)) entries.push([name, copyOf(own, copying, depth + 1)]);
    else entries.push([copying.clean(name), secretName.test(name) ? removed : copyOf(own, copying, depth + 1)]);
  }
  return Array.isArray(value) ? entries.map(([, own]) => own) : Object.fromEntries(entries);
};
