import { useEffect, useRef, useState } from "react";

export interface Polled<T> {
  /** The newest result; undefined before the first one. */
  readonly value: T | undefined;
  /** Error of the last request. */
  readonly error: Error | undefined;
  readonly reload: () => void;
}

interface Held<T> {
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
  const [held, setHeld] = useState<Held<T>>();
  const [turn, setTurn] = useState(0);
  const newest = useRef(load);
  useEffect(() => {
    newest.current = load;
  });
  useEffect(() => {
    if (key === undefined) return undefined;
    let ended = false;
    let timer: number | undefined;
    const settle = (next: (before: Held<T> | undefined) => Held<T>): void => {
      if (ended) return;
      setHeld((before) => next(before?.key === key ? before : undefined));
      if (pollMs !== undefined) timer = window.setTimeout(askInView, pollMs);
    };
    const ask = (): Promise<void> =>
      newest.current().then(
        (value) => settle(() => ({ key, value, error: undefined })),
        (error: unknown) => settle((before) => ({ key, value: before?.value, error: error as Error })),
      );
    const askInView = (): void => {
      if (document.hidden) timer = window.setTimeout(askInView, pollMs);
      else void ask();
    };
    const askAgain = () => void ask();
    void ask();
    // Requests that failed offline are repeated when the browser is back online.
    window.addEventListener("online", askAgain);
    return () => {
      window.removeEventListener("online", askAgain);
      ended = true;
      clearTimeout(timer);
    };
  }, [key, pollMs, turn]);
  const reload = () => setTurn((value) => value + 1);
  return held?.key === key && held !== undefined ? { ...held, reload } : { value: undefined, error: undefined, reload };
};
