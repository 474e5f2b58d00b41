import { useEffect, useState } from "react";

export type Loaded<T> =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly value: T }
  | { readonly state: "failed" };

/** Returns the result of `load` for `key`; loads again when the key changes. Results for an earlier key are dropped. */
export const useLoaded = <T>(key: string, load: (key: string, signal: AbortSignal) => Promise<T>): Loaded<T> => {
  const [held, setHeld] = useState<{ readonly key: string; readonly loaded: Loaded<T> }>();
  useEffect(() => {
    const abort = new AbortController();
    const settle = (loaded: Loaded<T>): void => {
      if (!abort.signal.aborted) setHeld({ key, loaded });
    };
    load(key, abort.signal).then(
      (value) => settle({ state: "ready", value }),
      () => settle({ state: "failed" }),
    );
    return () => abort.abort();
  }, [key, load]);
  return held?.key === key ? held.loaded : { state: "loading" };
};
