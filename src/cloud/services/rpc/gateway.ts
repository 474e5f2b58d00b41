/** The way of a request: key → allowlist → compute units a second → daily cap → package and LAND → what is known, or a node. */
import * as z from "zod";
import { unitsOf } from "../../../../resources/rpc/compute-units.ts";
import { rpcBatchMax, rpcSlowDivisor, rpcUnitsPerSecond } from "../../../../resources/rpc/limits.ts";
import { AppError } from "../../app-error.ts";
import type { Budget, Reserved } from "./budget.ts";
import { otherMethod, type Answered } from "./counts.ts";
import type { DayUse } from "./day-use.ts";
import type { Client } from "./guard.ts";
import type { KnownKey, KnownKeys } from "./known-keys.ts";
import { isOffered } from "./methods.ts";
import { isSigned } from "./public-keys.ts";
import type { Read, Reader } from "./reader.ts";
import type { UnitRate } from "./unit-rate.ts";
import type { NodeError, Request } from "./upstream.ts";

type Id = string | number | null;

export interface Entered {
  readonly key: KnownKey;
  readonly reader: Reader;
}

export interface Refused {
  readonly status: 401 | 403 | 404;
  readonly error: NodeError;
}

export interface RpcReply {
  /** undefined when there is nothing to say: a notification has no answer. */
  readonly body: unknown;
  /** Milliseconds after which to come again, when the one request was refused for its rate. */
  readonly retryAfterMs?: number | undefined;
  readonly cache: string;
  readonly upstream?: string | undefined;
  readonly attempts: number;
}

export interface Gateway {
  enter(where: { readonly chain: string; readonly userKey: string }, client: Client): Promise<Entered | Refused>;
  answer(entered: Entered, asked: unknown): Promise<RpcReply>;
  /** Sets units aside for what is no request to a node. Throws RpcRefusal. */
  admit(key: KnownKey, units: number): Promise<Reserved>;
  /** The same whatever the key has a second: for events, whose time nobody chooses. */
  reserve(key: KnownKey, units: number): Promise<Reserved>;
}

interface Parts {
  readonly keys: Pick<KnownKeys, "find">;
  readonly readers: ReadonlyMap<string, Reader>;
  readonly rate: UnitRate;
  readonly dayUse: DayUse;
  readonly budget: Budget;
  note(answered: Answered): void;
  onFault(error: unknown): void;
}

/** A request that is refused before any node hears of it; nothing is charged. */
export class RpcRefusal extends Error {
  readonly code: number;
  readonly retryAfterMs: number | undefined;

  constructor(code: number, message: string, retryAfterMs?: number) {
    super(message);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

const refusedKey = -32_001;
const refusedLimit = -32_005;
const capReached = "This key's daily cap is reached. It goes on tomorrow (UTC), or with a larger cap.";
const requestSchema = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().max(200), z.number(), z.null()]).optional(),
  method: z.string().min(1).max(100),
  params: z.array(z.unknown()).max(20).default([]),
});

export const createGateway = ({ keys, readers, rate, dayUse, budget, note, onFault }: Parts): Gateway => {
  const enter: Gateway["enter"] = async ({ chain, userKey }, client) => {
    const key = await keys.find(userKey);
    if (!key) return refused(401, "This key does not exist. Copy the address of a key again.");
    const reader = readers.get(chain);
    if (!reader) return refused(404, "This chain is not offered. The list of endpoints names those that are.");
    const refusal = await refusalOf(key, client);
    if (!refusal) return { key, reader };
    // Whose key it is sees in its log who was turned away, and why.
    const where = { teamId: key.team_id, keyId: key.id, chain, method: otherMethod };
    note({ ...where, ms: 0, units: 0, cached: false, error: refusal.error });
    return refusal;
  };

  const spend = async (key: KnownKey, units: number, pace: (perSecond: number) => void): Promise<Reserved> => {
    const perSecond = rpcUnitsPerSecond[key.type];
    const payer = { keyId: key.id, teamId: key.team_id, type: key.type, ahead: perSecond };
    const cap = key.daily_cap;
    const within = cap === null ? () => undefined : await dayUse.take(key.id, units, cap);
    if (!within && key.at_cap === "STOP") throw new RpcRefusal(refusedLimit, capReached);
    const giveBack = within ?? dayUse.add(key.id, units);
    try {
      pace(within ? perSecond : perSecond / rpcSlowDivisor);
      const { charge, release } = await budget.take(payer, units);
      return { charge, release: () => (release(), giveBack()) };
    } catch (error) {
      giveBack();
      throw error instanceof AppError ? new RpcRefusal(refusedLimit, error.message) : error;
    }
  };

  const admit: Gateway["admit"] = (key, units) =>
    spend(key, units, (perSecond) => {
      const wait = rate.take(key.id, units, perSecond);
      if (wait !== undefined)
        throw new RpcRefusal(refusedLimit, "More compute units a second than this key has.", wait);
    });

  const ask = async ({ key, reader }: Entered, request: Request): Promise<Read & { units: number }> => {
    if (!isOffered(request.method))
      throw new RpcRefusal(-32_601, `The method "${request.method}" is not offered here.`);
    const type = key.guard.refusedRequest(request);
    if (type)
      throw new RpcRefusal(
        type === "method" ? -32_601 : refusedKey,
        `This key's allowlist does not hold this ${type}.`,
      );
    const units = unitsOf(request.method);
    const reserved = await admit(key, units);
    try {
      const read = await reader.answer(request);
      // Where no node answered, nothing was had.
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

  const answerOne = async (entered: Entered, asked: unknown): Promise<RpcReply> => {
    const parsed = requestSchema.safeParse(asked);
    if (!parsed.success)
      return plain(null, { code: -32_600, message: "This is not a JSON-RPC 2.0 request with a list of parameters." });
    const { id, method, params } = parsed.data;
    const start = performance.now();
    const counted = {
      teamId: entered.key.team_id,
      keyId: entered.key.id,
      chain: entered.reader.chain.id,
      method: isOffered(method) ? method : otherMethod,
    };
    try {
      const { reply, source, upstream, attempts, units } = await ask(entered, { method, params });
      const { error } = reply;
      note({ ...counted, ms: performance.now() - start, units, cached: source === "hit", upstream, error });
      const body = error ? failed(id ?? null, error) : { jsonrpc: "2.0", id: id ?? null, result: reply.result };
      return { body: id === undefined ? undefined : body, cache: source, upstream, attempts };
    } catch (fault) {
      if (!(fault instanceof RpcRefusal)) onFault(fault);
      const { code, message, retryAfterMs } =
        fault instanceof RpcRefusal ? fault : new RpcRefusal(-32_603, "Something went wrong on our side.");
      note({ ...counted, ms: performance.now() - start, units: 0, cached: false, error: { code, message } });
      const error = { code, message, ...(retryAfterMs !== undefined && { data: { retryAfterMs } }) };
      return { ...plain(id ?? null, error), ...(id === undefined && { body: undefined }), retryAfterMs };
    }
  };

  return {
    enter,
    admit,
    reserve: (key, units) => spend(key, units, () => undefined),
    answer: async (entered, asked) => {
      if (!Array.isArray(asked)) return answerOne(entered, asked);
      if (asked.length === 0 || asked.length > rpcBatchMax)
        return plain(null, { code: -32_600, message: `A batch has 1 to ${rpcBatchMax} requests.` });
      const replies = await Promise.all(asked.map((each) => answerOne(entered, each)));
      const said = replies.flatMap(({ body }) => (body === undefined ? [] : [body]));
      const attempts = replies.reduce((sum, reply) => sum + reply.attempts, 0);
      const sources = [...new Set(replies.map(({ cache }) => cache))];
      return {
        body: said.length === 0 ? undefined : said,
        cache: sources.length === 1 ? sources[0]! : "mixed",
        attempts,
      };
    },
  };
};

const refusalOf = async (key: KnownKey, client: Client): Promise<Refused | undefined> => {
  if (!key.active) return refused(403, "This key is not active. Switch it on in its settings.");
  const type = key.guard.refusedClient(client);
  if (type) return refused(403, `This key's allowlist does not hold this ${words[type]}.`);
  if (!key.needs_token || (await isSigned(client.token ?? "", key.publicKeys))) return undefined;
  return refused(401, "This key wants a JSON Web Token that one of its public keys has signed, and that holds now.");
};

const words = { origin: "origin", agent: "user agent", ip: "address", method: "method", contract: "contract" } as const;

const refused = (status: Refused["status"], message: string): Refused => ({
  status,
  error: { code: refusedKey, message },
});

const failed = (id: Id, error: NodeError) => ({ jsonrpc: "2.0", id, error });

const plain = (id: Id, error: NodeError): RpcReply => ({ body: failed(id, error), cache: "none", attempts: 0 });
