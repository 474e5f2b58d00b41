import { useQuery } from "@tanstack/react-query";
import type { CallInput, Reply, Send } from "../../../../resources/call-input.ts";
import type { CallSpec } from "../../../../resources/define.ts";
import { useSend } from "./call-context.ts";

export interface CallOptions<C extends CallSpec> extends Pick<CallInput<C>, "params" | "query"> {
  /** Fetches only if true. */
  readonly enabled?: boolean;
  /** Polling interval. */
  readonly pollMs?: number;
}

export interface CallResult<C extends CallSpec> {
  readonly data: Reply<C> | undefined;
  readonly error: Error | undefined;
  /** Whether the first response is loading. */
  readonly loading: boolean;
  readonly reload: () => void;
}

/** Returns the cached response of a GET call and refreshes it in the background. */
export const useCall = <C extends CallSpec>(spec: C, options: CallOptions<C> = {}): CallResult<C> => {
  const send = useSend();
  const { enabled = true, pollMs, params, query } = options;
  const result = useQuery<Reply<C>>({
    ...callQuery(send, spec, { params, query }),
    enabled,
    refetchInterval: pollMs ?? false,
  });
  return {
    data: result.data,
    error: result.error ?? undefined,
    loading: result.isPending && enabled,
    reload: () => void result.refetch(),
  };
};

/** Cache key of a call's responses; without input it matches all responses of the call. */
export const callKey = (spec: CallSpec, input?: Pick<CallInput<CallSpec>, "params" | "query">): readonly unknown[] =>
  input ? ["call", spec.call, input.params ?? {}, input.query ?? {}] : ["call", spec.call];

/** Data prefetched on hover is not fetched again on navigation. */
export const prefetchFreshMs = 10_000;

/** Query options of a call: how to fetch it, and whether to persist it. */
export const callQuery = <C extends CallSpec>(send: Send, spec: C, input: Pick<CallInput<C>, "params" | "query">) => ({
  queryKey: callKey(spec, input as Pick<CallInput<CallSpec>, "params" | "query">),
  queryFn: ({ signal }: { signal: AbortSignal }) => send(spec, { ...(input as CallInput<C>), signal }),
  meta: { isKept: !spec.secret && !spec.transient },
  ...(spec.transient && { gcTime: 0 }),
});
