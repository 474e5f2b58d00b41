export interface Closers {
  /** Closes in reverse order of adding. */
  add(name: string, close: () => Promise<unknown>): void;
  /** Closes everything, even if one fails; the second call does nothing. */
  closeAll(): Promise<void>;
}

/** A stack of closers; `onError` receives failures. */
export const createClosers = (onError: (name: string, error: unknown) => void): Closers => {
  const stack: { name: string; close: () => Promise<unknown> }[] = [];
  return {
    add: (name, close) => void stack.push({ name, close }),
    closeAll: async () => {
      for (const { name, close } of stack.splice(0).toReversed()) {
        await close().catch((error: unknown) => onError(name, error));
      }
    },
  };
};
