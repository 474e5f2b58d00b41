/** The shape in which a service answers declared calls. The http layer adds permission, validation and the envelope. */
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type * as z from "zod/mini";
import type { Ability } from "../../../resources/abilities.ts";
import type { OperationVia } from "../../../resources/account/operation-log.ts";
import type { CallLine, CallSpec } from "../../../resources/define.ts";
import type { Db, Trx } from "../engines/database/database.ts";

/** Who is calling, as proved by the token. */
export interface Caller {
  readonly userId: string;
  /** The team the token acts for: the person's own one under a personal token. */
  readonly teamId: string;
  readonly ability: Ability;
  /** The session by which the call is made; none under a token for deploying. */
  readonly sessionId?: string | undefined;
  /** The person's node of Boost, under a node's token. */
  readonly nodeId?: string | undefined;
}

/** What a handler adds to the entry that its call leaves in the operation log (`log` of the declaration). */
export interface Logged {
  /** What it was done to, as people call it; the body's `name` unless said. */
  readonly target?: string;
  /** Beside the ids of the path and what of the body is no secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Of calls without a caller, or that concern another team than the caller's. */
  readonly teamId?: string;
  readonly personId?: string | null;
  readonly via?: OperationVia;
}

type Parsed<S> = NonNullable<S> extends z.ZodMiniType ? z.output<NonNullable<S>> : undefined;
type IsAnyone<C extends CallSpec> = C["can"] extends "anyone" ? Caller | undefined : Caller;

export interface Context<C extends CallSpec = CallSpec> {
  readonly caller: IsAnyone<C>;
  /** What proved who is calling: a session, or a token for deploying. */
  readonly by: "session" | "token" | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Parsed<C["query"]>;
  readonly body: Parsed<C["body"]>;
  /** Reads use the pool; a mutating call runs in one transaction that also stores its idempotent reply. */
  readonly db: C["call"] extends `GET ${string}` ? Db : C["stream"] extends true ? Db : Trx;
  /** The raw body of a call declared with `stream`. */
  readonly stream: Readable;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  /** Origin by which the caller reached us, e.g. http://localhost:4040. */
  readonly origin: string;
  /** Runs once the transaction has committed: socket events, clean-up. */
  afterCommit(effect: () => void | Promise<void>): void;
  /** Says more for the operation log; `false` when nothing was changed after all. A refused call leaves no entry. */
  logged(words: Logged | false): void;
}

export interface Route {
  readonly call: CallLine;
  handler(context: Context): Promise<unknown>;
}

/** Answers a declared call: `route(teams, async ({ caller, db }) => …)`; the result must parse as the call's reply. */
export const route = <C extends CallSpec>(
  spec: C,
  handler: (context: Context<C>) => Promise<z.input<C["reply"]>>,
): Route => ({ call: spec.call, handler: handler as unknown as Route["handler"] });

/** Answers a call declared with `file`: the text comes in pieces, each sent before the next is asked for. */
export const fileRoute = <C extends CallSpec>(
  spec: C,
  handler: (context: Context<C>) => AsyncIterable<string>,
): Route => ({ call: spec.call, handler: async (context) => handler(context as unknown as Context<C>) });

/** What a call declared with `events` is told beside the rest: that nobody listens any more. */
export interface Listening {
  readonly gone: AbortSignal;
}

/** Answers a call declared with `events`. What is thrown before the first one is a refusal like any other. */
export const eventRoute = <C extends CallSpec>(
  spec: C,
  handler: (context: Context<C> & Listening) => Promise<AsyncIterable<z.input<C["reply"]>>>,
): Route => ({ call: spec.call, handler: (context) => handler(context as unknown as Context<C> & Listening) });
