/** Staking: on-chain NFTs and tokens that raise nodes' rates. */
import type { Logger } from "pino";
import { boostChain } from "../../../../../resources/chains.ts";
import { createPoller, type Poller } from "../../poller.ts";
import type { Route } from "../../route.ts";
import { stakeRoutes } from "./routes.ts";
import { followChain, forgetTestStakes, readAgain, type WatchDeps } from "./watch.ts";

export interface Stakes {
  readonly routes: readonly Route[];
  /** Starts following the chain; safe in several processes. */
  work(): void;
  /** Follows it up to now and rereads due nodes. For tests. */
  poll(): Promise<void>;
  close(): Promise<void>;
}

/** Pause when nothing is due, and when more is due than one batch. */
const pauseMs = 60_000;
const moreMs = 1000;
const failedMs = 15_000;

export const createStakes = ({ log, ...deps }: WatchDeps & { readonly log: Logger }): Stakes => {
  let watch: Poller | undefined;
  let stopListening = (): void => undefined;
  // Skips a chain without new blocks, so the local devnet can stay idle.
  let hasNews = true;

  const poll = async (): Promise<boolean> => {
    await forgetTestStakes(deps);
    if (hasNews) {
      hasNews = false;
      await followChain(deps).catch((error: unknown) => {
        hasNews = true;
        throw error;
      });
    }
    return readAgain(deps);
  };

  return {
    routes: stakeRoutes(deps),
    work: () => {
      const failed = "Could not read stakes; keeping the last known ones and retrying";
      watch = createPoller({ poll: async () => ((await poll()) ? moreMs : pauseMs), failedMs, failed, log });
      stopListening = deps.evm.onBlocks((key) => {
        if (key !== boostChain) return;
        hasNews = true;
        watch?.wake();
      });
    },
    poll: async () => {
      hasNews = true;
      await poll();
    },
    close: async () => {
      stopListening();
      await watch?.close();
    },
  };
};
