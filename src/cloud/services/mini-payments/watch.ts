import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";

export interface Watch {
  /** Looks soon; once more when it is just being looked. */
  wake(): void;
  close(): Promise<void>;
}

/** Calls `look` again and again, after the pause in milliseconds that it returns; after `failedMs` when it throws. */
export const keepLooking = (look: () => Promise<number>, failedMs: number, log: Pick<Logger, "warn">): Watch => {
  let isOn = true;
  let isWoken = false;
  let pause = new AbortController();

  const run = async (): Promise<void> => {
    while (isOn) {
      isWoken = false;
      const ms = await look().catch((error: unknown) => {
        log.warn({ err: error }, "Toncoin payments could not be looked for; they are looked for again");
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
