import { useEffect, useRef, useState } from "react";

export interface Polled<T> {
  /** The newest result; undefined before the first one. */
  readonly value: T | undefined;
  /** Error of the last request. */
  readonly error: Error | undefined;
  readonly reload: () => void;
}

interface LoadedValue<T> {
  readonly key: string;
  readonly value: T | undefined;
  readonly error: Error | undefined;
}

/**
 * Returns the result of `load` for `key`, polled every `pollMs` while the page is visible. The previous result stays
 * until the next one; results for another key are dropped. Without `pollMs` it loads once; without a key not at all.
 * Missing data is null.
 */
export const usePolled = <T extends object | null>(
  key: string | undefined,
  load: () => Promise<T>,
  pollMs?: number,
): Polled<T> => {
  const [loaded, setHeld] = useState<LoadedValue<T>>();
  const [turn, setTurn] = useState(0);
  const newest = useRef(load);
  useEffect(() => {
    newest.current = load;
  });
  useEffect(() => {
    if (key === undefined) return undefined;
    let ended = false;
    let timer: number | undefined;
    const settle = (next: (before: LoadedValue<T> | undefined) => LoadedValue<T>): void => {
      if (ended) return;
      setHeld((before) => next(before?.key === key ? before : undefined));
      if (pollMs !== undefined) timer = window.setTimeout(loadIfVisible, pollMs);
    };
    const loadOnce = (): Promise<void> =>
      newest.current().then(
        (value) => settle(() => ({ key, value, error: undefined })),
        (error: unknown) => settle((before) => ({ key, value: before?.value, error: error as Error })),
      );
    const loadIfVisible = (): void => {
      if (document.hidden) timer = window.setTimeout(loadIfVisible, pollMs);
      else void loadOnce();
    };
    const reloadNow = () => void loadOnce();
    void loadOnce();
    // Requests that failed offline are repeated when the browser is back online.
    window.addEventListener("online", reloadNow);
    return () => {
      window.removeEventListener("online", reloadNow);
      ended = true;
      clearTimeout(timer);
    };
  }, [key, pollMs, turn]);
  const reload = () => setTurn((value) => value + 1);
  return loaded?.key === key && loaded !== undefined
    ? { ...loaded, reload }
    : { value: undefined, error: undefined, reload };
};
