import type { ChainKey } from "../../../../resources/chains.ts";

export interface Loop {
  start(): void;
  /** Reads a chain soon; queues another read if one is running. */
  wake(key: ChainKey): void;
  /** Resolves once no chain is being read. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Next step after a read: wait for a wake-up, or read again after a pause. */
export type Outcome = "wait" | "later";

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/**
 * Reads each chain separately: when woken, and after a pause that grows while `look` fails or asks to be called later.
 */
export const createLoop = (keys: readonly ChainKey[], look: (key: ChainKey) => Promise<Outcome>): Loop => {
  const running = new Map<ChainKey, Promise<void>>();
  const again = new Set<ChainKey>();
  const timers = new Map<ChainKey, NodeJS.Timeout>();
  const pauses = new Map<ChainKey, number>();
  let isOn = false;

  const run = async (key: ChainKey): Promise<void> => {
    clearTimeout(timers.get(key));
    const outcome = await look(key);
    if (!isOn || again.has(key)) return;
    if (outcome === "wait") {
      pauses.delete(key);
      return;
    }
    const pauseMs = pauses.get(key) ?? firstPauseMs;
    pauses.set(key, Math.min(pauseMs * 2, longestPauseMs));
    timers.set(
      key,
      setTimeout(() => wake(key), pauseMs),
    );
    timers.get(key)!.unref();
  };

  const wake = (key: ChainKey): void => {
    if (!isOn) return;
    if (running.has(key)) {
      again.add(key);
      return;
    }
    const ran = run(key).finally(() => {
      running.delete(key);
      if (again.delete(key)) wake(key);
    });
    running.set(key, ran);
  };

  return {
    start: () => {
      isOn = true;
      keys.forEach(wake);
    },
    wake,
    idle: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
    close: async () => {
      isOn = false;
      timers.forEach((timer) => clearTimeout(timer));
      again.clear();
      await Promise.all(running.values());
    },
  };
};
