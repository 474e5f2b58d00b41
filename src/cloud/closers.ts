export interface Closers {
  /** What is added last is closed first. */
  add(name: string, close: () => Promise<unknown>): void;
  /** Closes everything, whatever one of them does; the second call does nothing. */
  closeAll(): Promise<void>;
}

/** A stack of things to close; `onError` is told of those that fail. */
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
