import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { ChainKey } from "../../../../resources/chains/chains.ts";

export interface BlockListeners {
  /** Returns a function that removes the listener. */
  add(listener: (key: ChainKey) => void): () => void;
  /** Announces a new block of a chain without waiting for the next poll. */
  tell(key: ChainKey): void;
  close(): void;
}

interface PollOptions {
  readonly everyMs: number;
  readonly log: Logger;
}

/**
 * Notifies listeners of new blocks: immediately when announced, otherwise by polling the chains' heads while there are
 * listeners. The first poll reports every chain with blocks, so that none is missed between a listener's own read and
 * the poll.
 */
export const onBlocksOf = (
  heads: () => Promise<ReadonlyMap<string, number>>,
  { everyMs, log }: PollOptions,
): BlockListeners => {
  const listeners = new Set<(key: ChainKey) => void>();
  const lastHeads = new Map<string, number>();
  let isPolling = false;
  let isClosed = false;

  const tell = (key: ChainKey): void => listeners.forEach((listener) => listener(key));
  const look = async (): Promise<void> => {
    for (const [key, head] of await heads()) {
      const isNew = head !== (lastHeads.get(key) ?? 0);
      lastHeads.set(key, head);
      if (isNew && !isClosed) tell(key as ChainKey);
    }
  };
  const poll = async (): Promise<void> => {
    isPolling = true;
    while (listeners.size > 0 && !isClosed) {
      await look().catch((error: unknown) => {
        if (!isClosed) log.warn({ err: error }, "Couldn't check for new blocks");
      });
      await delay(everyMs, undefined, { ref: false });
    }
    isPolling = false;
  };

  return {
    add: (listener) => {
      listeners.add(listener);
      lastHeads.clear();
      if (!isPolling && !isClosed) void poll();
      return () => listeners.delete(listener);
    },
    tell,
    close: () => {
      isClosed = true;
    },
  };
};
