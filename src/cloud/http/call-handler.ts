import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { boostCallsPerMinute, boostNodesPerAddress } from "../../../resources/boost/limits.ts";
import type { CallSpec } from "../../../resources/define.ts";
import { runsOnItsOwn, type Config } from "../config.ts";
import type { Database, Db } from "../engines/database/database.ts";
import { AppError } from "../app-error.ts";
import type { Auth } from "../services/auth/service.ts";
import type { Context, Route } from "../services/route.ts";
import { envelope } from "./envelope.ts";
import { keyIn, once } from "./idempotency.ts";
import type { Identify, Signed } from "./identify.ts";
import { createJournal, type Journal } from "./journal.ts";
import { credentialIn, openEnvelope } from "./open-calls.ts";
import { permit } from "./permission.ts";
import { createRateLimit } from "./rate-limit.ts";
import { createTurns } from "./turns.ts";
import { validate } from "./validate.ts";

export interface CallParts {
  readonly database: Pick<Database, "db">;
  readonly identify: Identify;
  readonly log: Logger;
  readonly config: Pick<Config, "PUBLIC_URL" | "DATABASE_URL" | "DEVELOPMENT_PAGES">;
  readonly reasonOfEnd?: Auth["reasonOfEnd"];
}

type Effect = () => void | Promise<void>;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<string | Readable>;

/**
 * Answers one declared call: permission → validation → service → declared reply → envelope, as JSON text; or a file, or events. What it
 * changed stands in the operation log once it is committed.
 */
export const callHandler = (
  spec: CallSpec,
  { handler }: Route,
  { database, identify, log, config, reasonOfEnd }: CallParts,
): Handler => {
  const { ofAddress, ofNode } = limitsOf(spec);
  const reads = spec.call.startsWith("GET ") || spec.stream === true;
  const inTurn = createTurns();

  const answer = async (base: Omit<Context, "db">, journal: Journal, db: Db): Promise<string> => {
    const result = spec.reply.safeParse(await handler({ ...base, db } as Context));
    if (!result.success) throw new ReplyMismatch(spec.call, result.error.issues);
    await journal.write(db);
    return JSON.stringify(spec.open ? openEnvelope(result.data) : envelope(result.data));
  };

  return async (request, reply) => {
    if (spec.development && !runsOnItsOwn(config)) throw new AppError("NOT_FOUND");
    ofAddress?.(request.ip);
    const signed = await identify(credentialIn(spec, request), teamIn(spec, request));
    if (!signed && spec.can !== "anyone") await refuseEnded(credentialIn(spec, request), reasonOfEnd);
    permit(spec, signed);
    if (signed?.caller.nodeId !== undefined) ofNode?.(signed.caller.nodeId);
    const effects: Effect[] = [];
    const { journal, ...base } = contextOf(spec, request, signed, { effects, origin: originOf(request, config) });
    void reply.header("cache-control", "no-store").type(spec.file?.type ?? "application/json; charset=utf-8");
    if (spec.file) {
      void reply.header("content-disposition", `attachment; filename="${spec.file.name}"`);
      return Readable.from((await handler({ ...base, db: database.db } as Context)) as AsyncIterable<string>);
    }
    if (spec.events) {
      void reply.type("application/x-ndjson; charset=utf-8").header("x-accel-buffering", "no");
      const listening = { ...base, db: database.db, gone: whenGone(reply) };
      return Readable.from(linesOf(spec, (await handler(listening as unknown as Context)) as AsyncIterable<unknown>));
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
    const work = () => transact(database.db, (db) => answer(base, journal, db), repeatable, effects, log);
    const { text, replayed } = await (repeatable ? inTurn(`${scope}\n${key}`, work) : work());
    if (replayed) void reply.header("idempotent-replayed", "true");
    return text;
  };
};

/** A node of Boost is counted by itself, wherever it calls from; an address, from which many people may play, as that many nodes. */
const limitsOf = ({ can, perMinute }: CallSpec) => {
  if (can !== "node") return { ofAddress: perMinute === undefined ? undefined : createRateLimit(perMinute) };
  const ofNode = perMinute ?? boostCallsPerMinute;
  return { ofAddress: createRateLimit(ofNode * boostNodesPerAddress), ofNode: createRateLimit(ofNode) };
};

const whenGone = ({ raw }: FastifyReply): AbortSignal => {
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

/** Who comes with the token of a session that was ended is told why. */
const refuseEnded = async (
  authorization: string | undefined,
  reasonOfEnd: Auth["reasonOfEnd"] | undefined,
): Promise<void> => {
  const reason = authorization && (await reasonOfEnd?.(authorization));
  if (reason) throw new AppError(reason);
};

/** An answer that is not what we declared: a fault of ours, never shown to people. */
export class ReplyMismatch extends Error {
  constructor(call: string, issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]) {
    const faults = issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    super(`The reply of "${call}" is not as declared. ${faults.join("; ")}`);
    this.name = "ReplyMismatch";
  }
}

const transact = async (
  db: Db,
  answer: (trx: Db) => Promise<string>,
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

/** What was committed stands, so an effect that fails is our trouble and not the caller's. */
const runEffects = async (effects: readonly Effect[], log: Logger): Promise<void> => {
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      log.error({ err: error }, "An effect after a commit failed");
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

/** The auth service is called with the personal token, so the query says for which team; its own calls name none. */
const teamIn = ({ call, can }: CallSpec, { query }: FastifyRequest): string | undefined => {
  const { teamId } = query as { teamId?: unknown };
  return call.includes(" $auth/") && Array.isArray(can) && typeof teamId === "string" ? teamId : undefined;
};

const paramsOf = (request: FastifyRequest): Record<string, string> => {
  const params = request.params as Record<string, string>;
  if (Object.values(params).some((value) => value.includes("\0"))) throw new AppError("NOT_FOUND");
  return params;
};

/** A proxy in front of us may speak https where we hear http; so the known address stands for its host. */
const originOf = ({ protocol, host }: FastifyRequest, { PUBLIC_URL }: Pick<Config, "PUBLIC_URL">): string => {
  if (PUBLIC_URL !== undefined && new URL(PUBLIC_URL).host === host) return new URL(PUBLIC_URL).origin;
  if (!URL.canParse(`${protocol}://${host}`)) throw new AppError("BODY_INVALID");
  return new URL(`${protocol}://${host}`).origin;
};
