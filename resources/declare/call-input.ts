/** Input and options of a declared call, shared by the dashboard's client and hooks. */
import type * as z from "zod/mini";
import type { CallLine, CallSpec, PathParams } from "./define.ts";

type Input<S> = S extends z.ZodMiniType ? z.input<S> : never;

export interface RequestOptions {
  /** Values for the path's {placeholders}. */
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** A JSON value, or a string, Blob or FormData sent unchanged. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the body sent so far. */
  readonly onSent?: (bytes: number) => void;
  /** Retries after a network failure. Default: 3. */
  readonly retries?: number;
  /** The caller handles all errors; session handlers are skipped. */
  readonly silent?: boolean;
  /** Additional headers, which override the defaults. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Uses the user's own team instead of the selected one. */
  readonly personal?: boolean;
  /** The call requires the user's Boost node, as declared by `can: "node"`. */
  readonly requiresNode?: boolean;
}

export interface CallInput<C extends CallSpec> extends Omit<
  RequestOptions,
  "params" | "query" | "body" | "requiresNode"
> {
  readonly params?: PathParams<C["call"], string | number> | undefined;
  readonly query?: Input<C["query"]>;
  readonly body?: Input<C["body"]> | Blob | FormData;
}

export type Reply<C extends CallSpec> = z.output<C["reply"]>;

/** Sends a declared call and validates its reply. */
export type Send = <C extends CallSpec>(spec: C, input?: CallInput<C>) => Promise<Reply<C>>;

/** Sends a call by its line and returns the envelope's data unvalidated. */
export type Request = (call: CallLine, options?: RequestOptions) => Promise<unknown>;
