export type Closers = ReturnType<typeof createClosers>;

/** A stack of closers; `onError` receives failures. */
export const createClosers = (onError: (name: string, error: unknown) => void) => {
  const stack: { name: string; close: () => Promise<unknown> }[] = [];
  return {
    /** Closes in reverse order of adding. */
    add: (name: string, close: () => Promise<unknown>): void => void stack.push({ name, close }),
    /** Closes everything, even if one fails; the second call does nothing. */
    closeAll: async (): Promise<void> => {
      for (const { name, close } of stack.splice(0).toReversed()) {
        await close().catch((error: unknown) => onError(name, error));
      }
    },
  };
};
