import { use } from "react";
import type { CallInput, Reply, Send } from "../../../../resources/declare/call-input.ts";
import type { CallSpec } from "../../../../resources/declare/define.ts";
import { useCached, type Cached } from "../../ui/cached/use-cached.ts";
import { SignedInContext, useSend } from "./call-context.ts";

export interface CallOptions<C extends CallSpec> extends Pick<CallInput<C>, "params" | "query" | "silent" | "retries"> {
  /** Fetches only if true. */
  readonly enabled?: boolean;
  /** Polling interval while the page is visible, which can depend on the last response. */
  readonly pollMs?: number | undefined | ((data: Reply<C> | undefined) => number | undefined);
}

/** A call's result. */
export type CallResult<C extends CallSpec> = Cached<Reply<C>>;

/**
 * Returns the cached response of a GET call and refreshes it in the background. Calls that require the user's node are
 * not made for signed-out visitors.
 */
export const useCall = <C extends CallSpec>(spec: C, options: CallOptions<C> = {}): CallResult<C> => {
  const send = useSend();
  const signedIn = use(SignedInContext);
  const { enabled = true, pollMs, ...input } = options;
  // A page for anyone polls without a question about its network.
  const silent = input.silent ?? (isOpen(spec) && pollMs !== undefined ? true : undefined);
  return useCached<Reply<C>>({
    ...callQuery(send, spec, { ...input, ...(silent !== undefined && { silent }) }),
    enabled: enabled && (signedIn || spec.can !== "node"),
    refetchInterval:
      typeof pollMs === "function"
        ? ({ state }) => pollMs(state.data as Reply<C> | undefined) ?? false
        : (pollMs ?? false),
  });
};

/** Cache key of a call's responses; without input it matches all responses of the call. */
export const callKey = (spec: CallSpec, input?: Pick<CallInput<CallSpec>, "params" | "query">): readonly unknown[] =>
  input ? ["call", spec.call, input.params ?? {}, input.query ?? {}] : ["call", spec.call];

/** Data prefetched on hover is not fetched again on navigation. */
export const prefetchFreshMs = 10_000;

/** Query options of a call: how to fetch it, and whether to persist it. */
export const callQuery = <C extends CallSpec>(
  send: Send,
  spec: C,
  { params, query, ...options }: Pick<CallInput<C>, "params" | "query" | "silent" | "retries">,
) => ({
  queryKey: callKey(spec, { params, query } as Pick<CallInput<CallSpec>, "params" | "query">),
  queryFn: ({ signal }: { signal: AbortSignal }) => send(spec, { ...options, params, query, signal } as CallInput<C>),
  meta: { isKept: !spec.secret && !spec.transient && spec.can !== "node" },
  ...(spec.transient && { gcTime: 0 }),
  // Offline, pages for anyone show the failure; the shell keeps showing the last visit's data.
  networkMode: isOpen(spec) ? ("always" as const) : ("online" as const),
});

/** Calls of pages that open without a team. */
const isOpen = ({ can }: CallSpec): boolean => can === "anyone" || can === "node";
