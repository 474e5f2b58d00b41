import type { Logger } from "pino";
import type { ChainKey } from "../../../../resources/chains.ts";

export interface BlockListeners {
  /** Returns the way to stop. */
  add(listener: (key: ChainKey) => void): () => void;
  /** Says that a chain has a new block, without waiting for the next look. */
  tell(key: ChainKey): void;
  close(): void;
}

interface Looking {
  readonly everyMs: number;
  readonly log: Logger;
}

/** Tells listeners of new blocks: at once where somebody says so, else by looking at the chains' heads while anybody listens. */
export const onBlocksOf = (
  heads: () => Promise<ReadonlyMap<string, number>>,
  { everyMs, log }: Looking,
): BlockListeners => {
  const listeners = new Set<(key: ChainKey) => void>();
  let known: ReadonlyMap<string, number> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const tell = (key: ChainKey): void => listeners.forEach((listener) => listener(key));
  const look = async (): Promise<void> => {
    const seen = await heads();
    const before = known;
    known = new Map([...(before ?? []), ...seen]);
    for (const [key, head] of seen) {
      if (before && head !== (before.get(key) ?? 0)) tell(key as ChainKey);
    }
  };
  const lookLater = (): void => {
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => log.warn({ err: error }, "New blocks were not looked for"))
        .finally(() => {
          timer = undefined;
          if (listeners.size > 0 && !isClosed) lookLater();
        });
    }, everyMs);
    timer.unref();
  };

  return {
    add: (listener) => {
      listeners.add(listener);
      if (!timer && !isClosed) lookLater();
      return () => listeners.delete(listener);
    },
    tell,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
};
