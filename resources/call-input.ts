/** What goes into a declared call and how it is sent; the dashboard's client and hooks take the same shape. */
import type * as z from "zod/mini";
import type { CallLine, CallSpec } from "./define.ts";

type Input<S> = S extends z.ZodMiniType ? z.input<S> : never;

export interface RequestOptions {
  /** Values for the path's {placeholders}. */
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** A JSON value; or a text, Blob or FormData that travels as it is. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the body that have left. */
  readonly onSent?: (bytes: number) => void;
  /** Retries after a network failure; three unless said. */
  readonly retries?: number;
  /** The caller deals with every error; no handler of the session is called. */
  readonly silent?: boolean;
  /** Made for the person's own team, whichever is chosen. */
  readonly personal?: boolean;
}

export interface CallInput<C extends CallSpec> extends Omit<RequestOptions, "query" | "body"> {
  readonly query?: Input<C["query"]>;
  readonly body?: Input<C["body"]> | Blob | FormData;
}

export type Reply<C extends CallSpec> = z.output<C["reply"]>;

/** Makes a declared call and checks its reply. */
export type Send = <C extends CallSpec>(spec: C, input?: CallInput<C>) => Promise<Reply<C>>;

/** Makes a call by its line and gives the envelope's data as it is. */
export type Request = (call: CallLine, options?: RequestOptions) => Promise<unknown>;
