import { useCallback, useEffect, useState } from "react";
import type { CallInput, Reply } from "../../../../resources/call-input.ts";
import type { CallSpec } from "../../../../resources/define.ts";
import { useSend } from "./call-context.ts";

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly reload: () => void;
}

/**
 * Loads a declared call's response on public pages, which have no query cache. `input` must be memoized or absent. Screens inside the
 * shell use `useCall`.
 */
export const useLoad = <C extends CallSpec>(spec: C, input?: CallInput<C>): Loaded<Reply<C>> => {
  const send = useSend();
  const [state, setState] = useState<Pick<Loaded<Reply<C>>, "data" | "error">>({ data: undefined, error: undefined });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    send(spec, { ...(input as CallInput<C>), signal: ending.signal }).then(
      (data) => setState({ data, error: undefined }),
      (error: unknown) => {
        if (!ending.signal.aborted) setState((before) => ({ ...before, error: error as Error }));
      },
    );
    return () => ending.abort();
  }, [send, spec, input, turn]);
  const reload = useCallback(() => setTurn((value) => value + 1), []);
  return { ...state, reload };
};
