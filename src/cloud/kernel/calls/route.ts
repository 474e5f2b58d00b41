/** Routes by which services handle declared calls. The HTTP layer adds permissions, validation and the envelope. */
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type * as z from "zod/mini";
import type { Ability } from "../../../../resources/declare/abilities.ts";
import type { OperationAction } from "../../../../resources/account/operation-log/operation-actions.ts";
import type { OperationVia } from "../../../../resources/account/operation-log/operation-log.ts";
import type { CallLine, CallSpec, PathParams } from "../../../../resources/declare/define.ts";
import type { Db, Trx } from "../../engines/database/database.ts";

/** The caller, authenticated by the token. */
export interface Caller {
  readonly userId: string;
  /** The token's team; the user's own team for a personal token. */
  readonly teamId: string;
  readonly ability: Ability;
  /** The caller's session; none for an auth token. */
  readonly sessionId?: string | undefined;
  /** The user's Boost node, for a node token. */
  readonly nodeId?: string | undefined;
}

/** Details that a handler adds to its operation log entry (`log` of the declaration). */
export interface Logged {
  /** Default: the declaration's. */
  readonly action?: OperationAction;
  /** Name of the changed object. Default: the body's `name`. */
  readonly target?: string;
  /** Details in addition to the path's IDs and the body's non-secret fields. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The team, for calls without a caller or about another team. */
  readonly teamId?: string;
  readonly personId?: string | null;
  readonly via?: OperationVia;
}

type Parsed<S> = NonNullable<S> extends z.ZodMiniType ? z.output<NonNullable<S>> : undefined;
type IsAnyone<C extends CallSpec> = C["can"] extends "anyone" ? Caller | undefined : Caller;

export interface Context<C extends CallSpec = CallSpec> {
  readonly caller: IsAnyone<C>;
  /** How the caller was authenticated: by a session or an auth token. */
  readonly by: "session" | "token" | undefined;
  readonly params: PathParams<C["call"]>;
  readonly query: Parsed<C["query"]>;
  readonly body: Parsed<C["body"]>;
  /** Reads use the pool; a mutating call writes in one transaction that also stores its idempotent reply. */
  readonly db: C["call"] extends `GET ${string}` ? Db : C["stream"] extends true ? Db : Trx;
  /** The raw body of a call declared with `stream`. */
  readonly stream: Readable;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  /** Origin of the request's URL, e.g. http://localhost:4040. */
  readonly origin: string;
  /** Runs once the transaction has committed: socket events, clean-up. */
  afterCommit(effect: () => void | Promise<void>): void;
  /** Adds details to the operation log entry; `false` if nothing changed. Failed calls leave no entry. */
  logged(words: Logged | false): void;
}

/** A call with its handler, whose context and result the HTTP layer checks at run time. */
export interface Route {
  readonly call: CallLine;
  /** Runs before the transaction of a mutating call, on the pool; the handler receives its result. */
  readonly prepare?: ((context: never) => Promise<unknown>) | undefined;
  handler(context: never, prepared?: never): Promise<unknown>;
}

export type Handler = Route["handler"] & Pick<Route, "prepare">;

/** The route of a handler, with its `prepare` if it has one. */
export const routeOf = (call: CallLine, handler: Handler): Route => ({ call, prepare: handler.prepare, handler });

/** Handles a declared call: `route(teams, async ({ caller, db }) => …)`. The result must match the call's reply. */
export const route = <C extends CallSpec>(
  spec: C,
  handler: (context: Context<C>) => Promise<z.input<C["reply"]>>,
): Route => routeOf(spec.call, handler);

/** Input of `prepare`, which runs before the transaction: it reads with the pool and has no effects. */
type Preparing<C> = Omit<C, "db" | "afterCommit"> & { readonly db: Db };

/**
 * The handler of a mutating call that needs the outside world: chains, other hosts, engines, processes, or lookups on separate
 * connections. `prepare` calls them first, without holding a connection; `write` is a short transaction afterwards. `prepare` may run twice
 * for one Idempotency-Key, so it must change nothing: for effects that must happen exactly once, `write` sends a job.
 */
export const inPhases = <C, Prepared, Reply>(phases: {
  prepare(context: Preparing<C>): Promise<Prepared>;
  write(context: C, prepared: Prepared): Promise<Reply>;
}): ((context: C) => Promise<Reply>) =>
  Object.assign((context: C, prepared?: Prepared) => phases.write(context, prepared as Prepared), {
    prepare: phases.prepare,
  });

/**
 * The handler of a mutating call that needs no surrounding transaction: another engine does the work, or it opens short transactions itself.
 * Only the reply and the operation log are written in one, afterwards. A retry that reaches another process may run twice.
 */
export const outsideTransaction = <C, Reply>(
  work: (context: Preparing<C>) => Promise<Reply>,
): ((context: C) => Promise<Reply>) => inPhases({ prepare: work, write: async (_context: C, reply: Reply) => reply });

/** Handles a call declared with `file`: sends each piece before requesting the next. */
export const fileRoute = <C extends CallSpec>(
  spec: C,
  handler: (context: Context<C>) => AsyncIterable<string>,
): Route => ({ call: spec.call, handler: async (context: Context<C>) => handler(context) });

/** Additional input of a call with `events`: a signal that the client has disconnected. */
export interface Listening {
  readonly gone: AbortSignal;
}

/** Handles a call declared with `events`. An error before the first event is an ordinary error reply. */
export const eventRoute = <C extends CallSpec>(
  spec: C,
  handler: (context: Context<C> & Listening) => Promise<AsyncIterable<z.input<C["reply"]>>>,
): Route => ({ call: spec.call, handler });
