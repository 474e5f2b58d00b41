/** Polls regularly, and at once on request. */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";

export interface Poller {
  /** Polls soon; again if a poll is running. */
  wake(): void;
  close(): Promise<void>;
}

export interface PollerOptions {
  /** Resolves to the delay before the next poll, in milliseconds. */
  poll(): Promise<number>;
  /** Delay after an error. */
  readonly failedMs: number;
  /** Log message of an error. */
  readonly failed: string;
  readonly log: Pick<Logger, "warn">;
}

/** Calls `look` repeatedly until closed. */
export const createPoller = ({ poll: look, failedMs, failed, log }: PollerOptions): Poller => {
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
