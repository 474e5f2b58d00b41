/** Staking: on-chain NFTs and tokens that raise nodes' rates. */
import { boostChain } from "../../../../resources/chains/chains.ts";
import type { Duty, Wake } from "../../kernel/duties.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { stakeRoutes } from "./routes.ts";
import { followChain, forgetTestStakes, readAgain, type WatchDeps } from "./watch.ts";

export interface Stakes {
  readonly routes: readonly Route[];
  readonly duties: readonly Duty[];
  /** Follows it up to now and rereads due nodes. For tests. */
  poll(): Promise<void>;
  close(): void;
}

const dutyName = "Read stakes";

export const createStakes = ({
  wake = () => undefined,
  ...deps
}: WatchDeps & { readonly wake?: Wake | undefined }): Stakes => {
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

  const stopListening = deps.evm.onBlocks((key) => {
    if (key !== boostChain) return;
    hasNews = true;
    wake(dutyName);
  });

  return {
    routes: stakeRoutes(deps),
    // More may be due than one batch.
    duties: [
      {
        name: dutyName,
        every: "1 min",
        scope: "cluster",
        run: async () => (await poll()) && { again: "1 s" },
      },
    ],
    poll: async () => {
      hasNews = true;
      await poll();
    },
    close: stopListening,
  };
};
