/** Work that is done again and again, and at once when there is news. */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";

export interface Watch {
  /** Looks soon; once more when it is just being looked. */
  wake(): void;
  close(): Promise<void>;
}

export interface Looking {
  /** Resolves to the pause before the next time, in milliseconds. */
  look(): Promise<number>;
  /** The pause after it has thrown. */
  readonly failedMs: number;
  /** Said in the log then. */
  readonly failed: string;
  readonly log: Pick<Logger, "warn">;
}

/** Calls `look` until it is closed, from now on. */
export const keepLooking = ({ look, failedMs, failed, log }: Looking): Watch => {
  let isOn = true;
  let isWoken = false;
  let pause = new AbortController();

  const run = async (): Promise<void> => {
    while (isOn) {
      isWoken = false;
      const ms = await look().catch((error: unknown) => {
        log.warn({ err: error }, failed);
        return failedMs;
      });
      if (isWoken || !isOn) continue;
      pause = new AbortController();
      await delay(ms, undefined, { ref: false, signal: pause.signal }).catch(() => undefined);
    }
  };
  const running = run();

  const wake = (): void => {
    isWoken = true;
    pause.abort();
  };
  return {
    wake,
    close: async () => {
      isOn = false;
      wake();
      await running;
    },
  };
};
