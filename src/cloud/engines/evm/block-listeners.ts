import type { Logger } from "pino";
import type { ChainKey } from "../../../../resources/chains/chains.ts";
import { createRunner } from "../../kernel/repeat.ts";

/**
 * Notifies listeners of new blocks: immediately when announced, otherwise by polling the chains' heads while there are
 * listeners. The first poll reports every chain with blocks, so that none is missed between a listener's own read and
 * the poll.
 */
export const onBlocksOf = (
  heads: () => Promise<ReadonlyMap<string, number>>,
  { everyMs, log }: { readonly everyMs: number; readonly log: Logger },
) => {
  const listeners = new Set<(key: ChainKey) => void>();
  const lastHeads = new Map<string, number>();
  let isClosed = false;

  /** Announces a new block of a chain without waiting for the next poll. */
  const tell = (key: ChainKey): void => listeners.forEach((listener) => listener(key));
  const look = async (): Promise<void> => {
    for (const [key, head] of await heads()) {
      const isNew = head !== (lastHeads.get(key) ?? 0);
      lastHeads.set(key, head);
      if (isNew && !isClosed) tell(key as ChainKey);
    }
  };
  const nextPoll = (): number | undefined => (listeners.size > 0 ? everyMs : undefined);
  const polling = createRunner(
    async () => {
      await look();
      return nextPoll();
    },
    (error) => {
      log.warn({ err: error }, "Couldn't check for new blocks");
      return nextPoll();
    },
  );

  return {
    /** Returns a function that removes the listener. */
    add: (listener: (key: ChainKey) => void): (() => void) => {
      listeners.add(listener);
      lastHeads.clear();
      polling.kick();
      return () => listeners.delete(listener);
    },
    tell,
    close: (): void => {
      isClosed = true;
      void polling.close();
    },
  };
};
