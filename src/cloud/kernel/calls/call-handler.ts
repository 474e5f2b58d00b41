import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { freshSignatureHeader, statementOf } from "../../../../resources/account/fresh-signature.ts";
import { boostCallsPerMinute, boostNodesPerAddress } from "../../../../resources/boost/limits.ts";
import type { CallSpec } from "../../../../resources/declare/define.ts";
import { runsOnItsOwn, type Config } from "../../config.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { schemeOf } from "../../engines/network/client.ts";
import { AppError } from "../app-error.ts";
import type { Auth } from "../../account/auth/service.ts";
import type { Context, Route, Logged } from "./route.ts";
import { keepOthersChanges, type Present } from "./based-on.ts";
import { envelope } from "./envelope.ts";
import { storedReply, keyIn, once } from "./idempotency.ts";
import type { Identify, Signed } from "./identify.ts";
import { credentialIn, openEnvelope } from "./open-calls.ts";
import { permit } from "./permission.ts";
import { createRateLimit, type RateLimit } from "../limits/rate-limit.ts";
import { createKeyedQueue } from "../../lib/keyed-queue.ts";
import { validate } from "./validate.ts";
import { detailsOf, objectsOf, recordOperation } from "../../account/operation-log/service.ts";

export interface CallDeps {
  readonly database: Pick<Database, "db">;
  readonly identify: Identify;
  readonly log: Logger;
  readonly config: Pick<Config, "HOST" | "PUBLIC_URL" | "DATABASE_URL" | "DEVELOPMENT_PAGES">;
  readonly reasonOfEnd?: Auth["reasonOfEnd"];
  /** Tells the team's open screens that records of a resource have changed. */
  readonly announceChange?: (teamId: string, resource: string) => void;
  /** Required for calls declared with `fresh`. */
  readonly fresh?: Auth["fresh"];
}

type Effect = () => void | Promise<void>;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<string | Readable>;

/**
 * Returns the handler of one declared call: permission → validation → service → declared reply → envelope, as JSON
 * text; or a file, or events. Records changes in the operation log after the commit.
 */
export const callHandler = (
  spec: CallSpec,
  { prepare, handler }: Route,
  { database, identify, log, config, reasonOfEnd, announceChange, fresh }: CallDeps,
  { ofNode, present }: Pick<CallLimits, "ofNode"> & { readonly present?: Present } = {},
): Handler => {
  const reads = spec.call.startsWith("GET ") || spec.stream === true;
  const inTurn = createKeyedQueue();
  const ofTheSame = createKeyedQueue();
  const { fresh: statement } = spec;
  if (statement !== undefined && (!fresh || reads))
    throw new Error(`No check for the signature that "${spec.call}" requires.`);

  const answer = async (base: Omit<Context, "db">, journal: Journal, db: Db, prepared?: unknown): Promise<string> => {
    const result = spec.reply.safeParse(await handler({ ...base, db } as never, prepared as never));
    if (!result.success) throw new ReplyMismatch(spec.call, result.error.issues);
    await journal.write(db, result.data);
    return JSON.stringify(spec.open ? openEnvelope(result.data) : envelope(result.data));
  };

  return async (request, reply) => {
    if (spec.development && !runsOnItsOwn(config)) throw new AppError("NOT_FOUND");
    const signed = await identify(credentialIn(spec, request), teamIn(spec, request));
    if (!signed && spec.can !== "anyone") await refuseEnded(credentialIn(spec, request), reasonOfEnd);
    permit(spec, signed);
    if (signed?.caller.nodeId !== undefined) await ofNode?.(signed.caller.nodeId);
    const effects: Effect[] = [];
    const { journal, ...base } = contextOf(spec, request, signed, { effects, origin: originOf(request, config) });
    void reply.header("cache-control", "no-store").type(spec.file?.type ?? "application/json; charset=utf-8");
    if (spec.file) {
      void reply.header("content-disposition", `attachment; filename="${spec.file.name}"`);
      return Readable.from((await handler({ ...base, db: database.db } as never)) as AsyncIterable<string>);
    }
    if (spec.events) {
      void reply.type("application/x-ndjson; charset=utf-8").header("x-accel-buffering", "no");
      const listening = { ...base, db: database.db, gone: disconnectSignal(reply) };
      return Readable.from(linesOf(spec, (await handler(listening as never)) as AsyncIterable<unknown>));
    }
    if (reads) {
      const text = await answer(base, journal, database.db);
      await runEffects(effects, log);
      return text;
    }
    const key = keyIn(request.headers["idempotency-key"]);
    const scope = signed ? `team ${signed.caller.teamId}` : `address ${request.ip}`;
    const repeatable = key && {
      scope,
      key,
      request: `${request.method} ${request.url}\n${JSON.stringify(request.body)}`,
    };
    const prove = async (): Promise<string | undefined> => {
      // Without a session, no stolen token is possible.
      if (statement === undefined || !signed) return undefined;
      const { userId: personId, sessionId } = signed.caller;
      const header = request.headers[freshSignatureHeader];
      const proof = { personId, sessionId, origin: base.origin, statement: statementOf(statement, base.body), header };
      return fresh!.prove(database.db, proof);
    };
    const work = async () => {
      // Outside of a transaction there is no row lock on the key, so an existing reply is looked up first.
      const looksUpFirst = prepare !== undefined || statement !== undefined || present !== undefined;
      const stored = looksUpFirst && repeatable ? await storedReply(database.db, repeatable) : undefined;
      if (stored !== undefined) return { text: stored, replayed: true };
      const nonce = await prove();
      if (present) await keepOthersChanges(present, base, request.headers, database.db);
      const prepared = await prepare?.({ ...base, db: database.db } as never);
      const write = async (trx: Trx): Promise<string> => {
        if (nonce !== undefined) await fresh!.use(trx, nonce);
        return answer(base, journal, trx, prepared);
      };
      const outcome = await transact(database.db, write, repeatable, effects, log);
      if (signed && !outcome.replayed && Array.isArray(spec.can)) announceChange?.(signed.caller.teamId, spec.can[1]);
      return outcome;
    };
    // Of two changes of the same, the second is compared with the first.
    const change = present ? () => ofTheSame(request.url, work) : work;
    const { text, replayed } = await (repeatable ? inTurn(`${scope}\n${key}`, change) : change());
    if (replayed) void reply.header("idempotent-replayed", "true");
    return text;
  };
};

export interface CallLimits {
  /** Limit checked before the body is read. */
  readonly ofAddress?: RateLimit;
  readonly ofNode?: RateLimit;
}

/**
 * Returns the limits of a call. A Boost node has its own limit, regardless of its address; an address counts as many nodes, because many
 * users may share it.
 */
export const limitsOf = (app: FastifyInstance, { call, can, perMinute }: CallSpec): CallLimits => {
  if (can !== "node") return perMinute === undefined ? {} : { ofAddress: createRateLimit(app, call, perMinute) };
  const ofNode = perMinute ?? boostCallsPerMinute;
  return {
    ofAddress: createRateLimit(app, call, ofNode * boostNodesPerAddress),
    ofNode: createRateLimit(app, `${call} of a node`, ofNode),
  };
};

const disconnectSignal = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  return gone.signal;
};

async function* linesOf(spec: CallSpec, events: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const event of events) {
    const result = spec.reply.safeParse(event);
    if (!result.success) throw new ReplyMismatch(spec.call, result.error.issues);
    yield `${JSON.stringify(result.data)}\n`;
  }
}

/** Reports the reason to callers with the token of an ended session. */
const refuseEnded = async (
  authorization: string | undefined,
  reasonOfEnd: Auth["reasonOfEnd"] | undefined,
): Promise<void> => {
  const reason = authorization && (await reasonOfEnd?.(authorization));
  if (reason) throw new AppError(reason);
};

/** A reply that doesn't match its schema: an internal error, never shown to users. */
export class ReplyMismatch extends Error {
  constructor(call: string, issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]) {
    const faults = issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    super(`The reply of "${call}" doesn't match its schema. ${faults.join("; ")}`);
    this.name = "ReplyMismatch";
  }
}

const transact = async (
  db: Db,
  answer: (trx: Trx) => Promise<string>,
  repeatable: Parameters<typeof once>[1] | "" | undefined,
  effects: Effect[],
  log: Logger,
): Promise<{ text: string; replayed: boolean }> => {
  const outcome = await db.transaction().execute(async (trx) => {
    try {
      if (!repeatable) return { text: await answer(trx), replayed: false };
      const { reply, replayed } = await once(trx, repeatable, () => answer(trx));
      return { text: reply, replayed };
    } catch (error) {
      if (error instanceof AppError && error.keepsChanges) return { error };
      throw error;
    }
  });
  await runEffects(effects, log);
  if ("error" in outcome) throw outcome.error;
  return outcome;
};

/** The commit is done, so a failed effect is logged and not reported to the caller. */
const runEffects = async (effects: readonly Effect[], log: Logger): Promise<void> => {
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      log.error({ err: error }, "A post-commit effect failed");
    }
  }
};

const contextOf = (
  spec: CallSpec,
  request: FastifyRequest,
  signed: Signed | undefined,
  { effects, origin }: { effects: Effect[]; origin: string },
): Omit<Context, "db"> & { readonly journal: Journal } => {
  const params = paramsOf(request);
  const query = spec.query && validate(spec.query, request.query);
  // The handler of a stream reads the body itself.
  const body = spec.body && !spec.stream ? validate(spec.body, request.body ?? (spec.text ? "" : {})) : undefined;
  const { ip } = request;
  const journal = createJournal(spec, signed, { params, body, ip });
  return {
    caller: signed?.caller,
    by: signed?.by,
    params,
    query,
    body,
    stream: request.raw,
    headers: request.headers,
    ip,
    origin,
    afterCommit: (effect: Effect) => void effects.push(effect),
    logged: journal.logged,
    journal,
  } as Omit<Context, "db"> & { readonly journal: Journal };
};

/**
 * Returns the team in the query: the auth service is called with the personal token. Other calls have no team in the
 * query.
 */
const teamIn = ({ call, can }: CallSpec, { query }: FastifyRequest): string | undefined => {
  const { teamId } = query as { teamId?: unknown };
  return call.includes(" $auth/") && Array.isArray(can) && typeof teamId === "string" ? teamId : undefined;
};

const paramsOf = (request: FastifyRequest): Record<string, string> => {
  const params = request.params as Record<string, string>;
  if (Object.values(params).some((value) => value.includes("\0"))) throw new AppError("NOT_FOUND");
  return params;
};

/** Returns the request's origin; for the configured host from PUBLIC_URL, because a proxy may add HTTPS. */
const originOf = ({ raw, host }: FastifyRequest, { PUBLIC_URL }: Pick<Config, "PUBLIC_URL">): string => {
  if (PUBLIC_URL !== undefined && new URL(PUBLIC_URL).host === host) return new URL(PUBLIC_URL).origin;
  const origin = `${schemeOf(raw)}://${host}`;
  if (!URL.canParse(origin)) throw new AppError("BODY_INVALID");
  return new URL(origin).origin;
};

interface Journal {
  readonly logged: Context["logged"];
  /** Writes the entry; does nothing for a call without one or without a team. `reply`: what the call returns. */
  write(db: Db, reply: unknown): Promise<void>;
}

/**
 * Writes a call's entry in the operation log: the declaration's code, the caller, and the subject set by its handler.
 */
const createJournal = (
  spec: CallSpec,
  signed: Signed | undefined,
  { params, body, ip }: Pick<Context, "params" | "ip"> & { readonly body: unknown },
): Journal => {
  let entry: Logged | false = {};
  return {
    logged: (extra) => {
      entry = extra && { ...entry, ...extra };
    },
    write: async (db, reply) => {
      if (!spec.log || entry === false) return;
      const { caller } = signed ?? {};
      const { teamId = caller?.teamId, personId = caller?.userId ?? null, via, target = nameIn(body) } = entry;
      if (teamId === undefined) return;
      const details = { ...detailsOf(spec, params, body), ...entry.details };
      await recordOperation(db, {
        teamId,
        personId,
        via: via ?? (signed?.by === "token" ? "TOKEN" : "SESSION"),
        action: entry.action ?? spec.log,
        target,
        objects: objectsOf(params, details, reply),
        details,
        ip,
      });
    },
  };
};

/** Returns the name of a created object: most have one, or are one. */
const nameIn = (body: unknown): string => {
  const { name, projectName, domain } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const called = name ?? projectName ?? domain;
  return typeof called === "string" ? called : "";
};
