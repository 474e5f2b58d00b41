import { useEffect, useRef, useState } from "react";

export interface Polled<T> {
  /** The newest answer; undefined before the first one. */
  readonly value: T | undefined;
  /** Why the last question got none. */
  readonly error: Error | undefined;
  readonly reload: () => void;
}

interface Held<T> {
  readonly key: string;
  readonly value: T | undefined;
  readonly error: Error | undefined;
}

/**
 * What `load` brings for `key`, asked again every `pollMs` while the page is in view. The answer before stays until the next one is
 * there; one for another key is dropped. Without `pollMs` it is asked once. An undefined key asks nothing. What is not there is null.
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
    // What failed while the network was away is asked again when it is back.
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
