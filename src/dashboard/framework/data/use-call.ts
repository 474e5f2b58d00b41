import { useQuery } from "@tanstack/react-query";
import type { CallInput, Reply, Send } from "../../../../resources/call-input.ts";
import type { CallSpec } from "../../../../resources/define.ts";
import { useSend } from "./call-context.ts";

export interface CallOptions<C extends CallSpec> extends Pick<CallInput<C>, "params" | "query"> {
  /** Asked only when true. */
  readonly enabled?: boolean;
  /** Asked again this often. */
  readonly pollMs?: number;
}

export interface CallResult<C extends CallSpec> {
  readonly data: Reply<C> | undefined;
  readonly error: Error | undefined;
  /** The first answer is under way. */
  readonly loading: boolean;
  readonly reload: () => void;
}

/** The cached answer of a declared GET call, brought up to date in the background. */
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

/** Key under which a call's answers are cached; shorter ones match all answers of the call. */
export const callKey = (spec: CallSpec, input?: Pick<CallInput<CallSpec>, "params" | "query">): readonly unknown[] =>
  input ? ["call", spec.call, input.params ?? {}, input.query ?? {}] : ["call", spec.call];

/** What was fetched on hover is not fetched again on arrival. */
export const prefetchFreshMs = 10_000;

/** How the cache asks for a call's answer, and whether it may keep it. */
export const callQuery = <C extends CallSpec>(send: Send, spec: C, input: Pick<CallInput<C>, "params" | "query">) => ({
  queryKey: callKey(spec, input as Pick<CallInput<CallSpec>, "params" | "query">),
  queryFn: ({ signal }: { signal: AbortSignal }) => send(spec, { ...(input as CallInput<C>), signal }),
  meta: { isSecret: spec.secret === true },
});
