/** Processes a request: key → allowlist → compute units per second → daily cap → package and LAND → cache or node. */
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { unitsOf } from "../../../resources/rpc/compute-units.ts";
import { rpcRefusals, type RpcLogReason } from "../../../resources/rpc/errors.ts";
import { rpcBatchMax, rpcPatienceMs, rpcSlowDivisor, rpcUnitsPerSecond } from "../../../resources/rpc/limits.ts";
import { failed, idIn, refusalOf, rpcRequest, type RpcId } from "../engines/network/json-rpc.ts";
import { AppError } from "../kernel/app-error.ts";
import { asAppError } from "../kernel/calls/envelope.ts";
import type { Budget, Reserved } from "./limits/budget.ts";
import { otherMethod, type Answered } from "./counts/counts.ts";
import type { Sent } from "./counts/payload.ts";
import type { DayUse } from "./limits/day-use.ts";
import { isFilterMethod, type Filters } from "./filters.ts";
import type { Client } from "./limits/guard.ts";
import type { CachedKey, KeyCache } from "./keys/key-cache.ts";
import type { Limits } from "../kernel/limits/limits.ts";
import { isSigned } from "./keys/public-keys.ts";
import type { Read, Reader } from "./reader.ts";
import { allowlistRefusal, refusalFor, RpcRefusal } from "./refusals.ts";
import type { UnitRate } from "./limits/unit-rate.ts";
import type { NodeError, Request } from "./upstream/upstream.ts";

export interface Entered {
  readonly key: CachedKey;
  readonly reader: Reader;
  /** The key as sent, and the client, for the log of requests with an error. */
  readonly from: Pick<Sent, "origin" | "agent" | "userKey">;
}

export interface Refused {
  readonly status: 401 | 403 | 404;
  /** For the key's log. */
  readonly reason: RpcLogReason | undefined;
  readonly error: NodeError;
}

export interface RpcReply {
  /** undefined if there is no response, as for notifications. */
  readonly body: unknown;
  /** Milliseconds until a retry, if a single request exceeded the rate. */
  readonly retryAfterMs?: number | undefined;
  /** The database failed a single request, which may succeed later. */
  readonly isUnavailable?: boolean;
  readonly cache: string;
  readonly upstream?: string | undefined;
  readonly attempts: number;
}

export type Gateway = ReturnType<typeof createGateway>;

interface Deps {
  readonly keys: Pick<KeyCache, "find">;
  readonly readers: ReadonlyMap<string, Reader>;
  readonly rate: UnitRate;
  readonly limits: Pick<Limits, "take" | "isShared">;
  readonly dayUse: DayUse;
  readonly budget: Budget;
  readonly filters: Filters;
  note(answered: Answered): void;
  onFault(error: unknown): void;
}

const requestSchema = rpcRequest(z.array(z.unknown()).max(20));

export const createGateway = ({ keys, readers, rate, limits, dayUse, budget, filters, note, onFault }: Deps) => {
  const enter = async (
    { chain, userKey }: { readonly chain: string; readonly userKey: string },
    client: Client,
    payload: () => unknown = () => undefined,
  ): Promise<Entered | Refused> => {
    const key = await keys.find(userKey);
    if (!key) return refused("keyRefused", refusalFor("keyRefused", "KEY_UNKNOWN"));
    const reader = readers.get(chain);
    if (!reader) return refused("chainNotOffered", refusalFor("chainNotOffered", "CHAIN_UNKNOWN"));
    const from = { origin: client.origin, agent: client.agent, userKey };
    const refusal = await refusalOfClient(key, client);
    if (!refusal) return { key, reader, from };
    // The key's log shows its owner which clients were refused, and why.
    const where = { teamId: key.team_id, keyId: key.id, chain, method: otherMethod };
    const { error, reason } = refusal;
    note({ ...where, ms: 0, units: 0, cached: false, error, reason, sent: { ...from, ...partsOf(payload()) } });
    return refusal;
  };

  const spend = async (
    key: CachedKey,
    units: number,
    pace: (perSecond: number) => Promise<void>,
  ): Promise<Reserved> => {
    const perSecond = rpcUnitsPerSecond[key.type];
    const payer = { keyId: key.id, teamId: key.team_id, type: key.type, ahead: perSecond };
    const cap = key.daily_cap;
    const within = cap === null ? () => undefined : await dayUse.take(key.id, units, cap);
    if (!within && key.at_cap === "STOP") throw refusalFor("usedUp", "DAILY_CAP");
    const giveBack = within ?? dayUse.add(key.id, units);
    try {
      await pace(within ? perSecond : perSecond / rpcSlowDivisor);
      const { charge, release } = await budget.take(payer, units);
      return { charge, release: () => (release(), giveBack()) };
    } catch (error) {
      giveBack();
      throw error instanceof AppError && error.status < 500 ? refusalByBudget(error) : error;
    }
  };

  /** Waits for the key's rate, then reserves units. Throws RpcRefusal, after waiting at most `patienceMs`. */
  const admit = (key: CachedKey, units: number, patienceMs: number = rpcPatienceMs.single): Promise<Reserved> =>
    spend(key, units, async (perSecond) => {
      const until = performance.now() + patienceMs;
      const pace = rate.reserve(key.id, units, perSecond, patienceMs);
      if ("retryAfterMs" in pace) throw refusalFor("rateExceeded", "RATE", { retryAfterMs: pace.retryAfterMs });
      if (pace.waitMs > 0) await delay(pace.waitMs);
      if (limits.isShared) await waitForOthers(key, units, perSecond, until);
    });

  /** Waits until a second has room beside the requests that other processes answer. */
  const waitForOthers = async ({ id }: CachedKey, units: number, max: number, until: number): Promise<void> => {
    for (;;) {
      const waitMs = await limits.take({ name: "RPC keys", max, windowMs: 1000 }, id, units);
      if (waitMs === 0) return;
      if (performance.now() + waitMs > until) throw refusalFor("rateExceeded", "RATE", { retryAfterMs: waitMs });
      await delay(waitMs);
    }
  };

  const ask = async (
    { key, reader }: Entered,
    request: Request,
    patienceMs: number,
  ): Promise<Read & { units: number }> => {
    if (!isOffered(request.method))
      throw new RpcRefusal("methodNotOffered", `The method "${request.method}" is not available.`);
    const type = key.guard.refusedRequest(request);
    if (type) throw allowlistRefusal(type === "method" ? "methodNotOffered" : "contractRefused", type);
    const units = unitsOf(request.method);
    const reserved = await admit(key, units, patienceMs);
    try {
      const read = isFilterMethod(request.method)
        ? await filters.answer(key.id, reader, request)
        : await reader.answer(request);
      // No charge without a node's response.
      if (read.upstream === undefined && read.source !== "hit") {
        reserved.release();
        return { ...read, units: 0 };
      }
      reserved.charge();
      return { ...read, units };
    } catch (error) {
      reserved.release();
      throw error;
    }
  };

  const answerOne = async (entered: Entered, payload: unknown, patienceMs: number): Promise<RpcReply> => {
    const parsed = requestSchema.safeParse(payload);
    if (!parsed.success)
      return plain(idIn(payload), {
        code: rpcRefusals.requestInvalid.code,
        message: "Not a JSON-RPC 2.0 request with an array of parameters.",
      });
    const { id, method } = parsed.data;
    const params = parsed.data.params ?? [];
    const start = performance.now();
    const counted = {
      teamId: entered.key.team_id,
      keyId: entered.key.id,
      chain: entered.reader.chain.id,
      method: isOffered(method) ? method : otherMethod,
      sent: { ...entered.from, method, params },
    };
    try {
      const { reply, reason, source, upstream, attempts, units } = await ask(entered, { method, params }, patienceMs);
      const { error } = reply;
      note({
        ...counted,
        ms: performance.now() - start,
        units,
        cached: source === "hit",
        upstream,
        error,
        reason: error && (reason ?? (upstream === undefined ? "NO_NODE" : "NODE")),
      });
      const body = error ? failed(id ?? null, error) : { jsonrpc: "2.0", id: id ?? null, result: reply.result };
      return { body: id === undefined ? undefined : body, cache: source, upstream, attempts };
    } catch (fault) {
      const refusal = fault instanceof RpcRefusal ? fault : unavailable(fault);
      if (!refusal) onFault(fault);
      const { error, reason, retryAfterMs } = refusal ?? new RpcRefusal("fault", "Internal server error.");
      note({ ...counted, ms: performance.now() - start, units: 0, cached: false, error, reason });
      const isUnavailable = refusal !== undefined && refusal !== fault;
      return { ...plain(id ?? null, error), ...(id === undefined && { body: undefined }), retryAfterMs, isUnavailable };
    }
  };

  return {
    enter,
    admit,
    /** Reserves units regardless of the rate: for subscription events, which clients can't pace. */
    reserve: (key: CachedKey, units: number): Promise<Reserved> => spend(key, units, async () => undefined),
    answer: async (entered: Entered, payload: unknown): Promise<RpcReply> => {
      if (!Array.isArray(payload)) return answerOne(entered, payload, rpcPatienceMs.single);
      if (payload.length === 0 || payload.length > rpcBatchMax)
        return {
          body: refusalOf(payload, {
            code: rpcRefusals.requestInvalid.code,
            message: `A batch has 1 to ${rpcBatchMax} requests.`,
          }),
          cache: "none",
          attempts: 0,
        };
      const replies = await Promise.all(payload.map((each) => answerOne(entered, each, rpcPatienceMs.batch)));
      const bodies = replies.flatMap(({ body }) => (body === undefined ? [] : [body]));
      const attempts = replies.reduce((sum, reply) => sum + reply.attempts, 0);
      const sources = [...new Set(replies.map(({ cache }) => cache))];
      return {
        body: bodies.length === 0 ? undefined : bodies,
        cache: sources.length === 1 ? sources[0]! : "mixed",
        attempts,
      };
    },
  };
};

/** Returns a refusal if the error says that the database or the server can't answer now. */
const unavailable = (error: unknown): RpcRefusal | undefined => {
  const known = asAppError(error);
  return known?.status === rpcRefusals.unavailable.status ? new RpcRefusal("unavailable", known.message) : undefined;
};

const refusalOfClient = async (key: CachedKey, client: Client): Promise<Refused | undefined> => {
  if (!key.active) return refused("clientRefused", refusalFor("clientRefused", "KEY_INACTIVE"));
  const type = key.guard.refusedClient(client);
  if (type) return refused("clientRefused", allowlistRefusal("clientRefused", type));
  if (!key.needs_token || (await isSigned(client.token ?? "", key.publicKeys))) return undefined;
  return refused("keyRefused", refusalFor("keyRefused", "TOKEN_REQUIRED"));
};

/** The method and parameters of a request that is refused with its client; the whole of a batch. */
const partsOf = (payload: unknown): Pick<Sent, "method" | "params"> => {
  const { method, params } = (payload ?? {}) as { readonly method?: unknown; readonly params?: unknown };
  return typeof method === "string" ? { method, params } : { params: payload };
};

/** Returns the refusal when the package, the LAND or the team's spend cap doesn't pay. */
const refusalByBudget = ({ code, message }: AppError): RpcRefusal =>
  code === "SPEND_CAP_REACHED"
    ? refusalFor("usedUp", "SPEND_CAP")
    : new RpcRefusal("usedUp", message, { reason: "USED_UP" });

const refused = (name: "keyRefused" | "clientRefused" | "chainNotOffered", { error, reason }: RpcRefusal): Refused => ({
  status: rpcRefusals[name].status,
  error,
  reason,
});

const plain = (id: RpcId, error: NodeError): RpcReply => ({ body: failed(id, error), cache: "none", attempts: 0 });

/** Offered methods: reads, traces, filters and signed transactions; no node administration. */
const offered = /^(eth|net|web3)_[a-zA-Z0-9]+$|^debug_trace(Transaction|Call|BlockByNumber|BlockByHash)$/;

/** Methods that need a key held by the node, or a separate connection. */
const neverOffered: ReadonlySet<string> = new Set([
  "eth_accounts",
  "eth_coinbase",
  "eth_mining",
  "eth_hashrate",
  "eth_getWork",
  "eth_submitWork",
  "eth_submitHashrate",
  "eth_sign",
  "eth_signTransaction",
  "eth_signTypedData",
  "eth_signTypedData_v3",
  "eth_signTypedData_v4",
  "eth_sendTransaction",
  "eth_sendUnsignedTransaction",
  "eth_subscribe",
  "eth_unsubscribe",
]);

const isOffered = (method: string): boolean => offered.test(method) && !neverOffered.has(method);
