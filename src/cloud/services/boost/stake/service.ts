/** Staking: NFTs and tokens on the chain that raise nodes' rates. */
import type { Logger } from "pino";
import { boostChain } from "../../../../../resources/chains.ts";
import { keepLooking, type Watch } from "../../keep-looking.ts";
import type { Route } from "../../route.ts";
import { stakeRoutes } from "./routes.ts";
import { followChain, readAgain, type WatchParts } from "./watch.ts";

export interface Stakes {
  readonly routes: readonly Route[];
  /** Follows the chain from now on; several processes may. */
  work(): void;
  /** Follows it up to now, and reads again what is due. For tests. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** When nothing is due any more, and when more is due than is read at once. */
const pauseMs = 60_000;
const moreMs = 1000;
const failedMs = 15_000;

export const createStakes = ({ log, ...parts }: WatchParts & { readonly log: Logger }): Stakes => {
  let watch: Watch | undefined;
  let stopListening = (): void => undefined;
  // A chain that says nothing new is left alone, so that one of the cloud's own may rest.
  let hasNews = true;

  const look = async (): Promise<boolean> => {
    if (hasNews) {
      hasNews = false;
      await followChain(parts).catch((error: unknown) => {
        hasNews = true;
        throw error;
      });
    }
    return readAgain(parts);
  };

  return {
    routes: stakeRoutes(parts),
    work: () => {
      const failed = "Stakes could not be read; they are read again, and what counted goes on counting";
      watch = keepLooking({ look: async () => ((await look()) ? moreMs : pauseMs), failedMs, failed, log });
      stopListening = parts.evm.onBlocks((key) => {
        if (key !== boostChain) return;
        hasNews = true;
        watch?.wake();
      });
    },
    look: async () => {
      hasNews = true;
      await look();
    },
    close: async () => {
      stopListening();
      await watch?.close();
    },
  };
};
