/** Staking: on-chain NFTs and tokens that raise nodes' rates. */
import { boostChain } from "../../../../resources/chains/chains.ts";
import type { Duty, Wake } from "../../kernel/duties.ts";
import { stakeRoutes } from "./routes.ts";
import { followChain, forgetTestStakes, readAgain, type WatchDeps } from "./watch.ts";

export type Stakes = ReturnType<typeof createStakes>;

const dutyName = "Read stakes";

export const createStakes = ({ wake = () => undefined, ...deps }: WatchDeps & { readonly wake?: Wake | undefined }) => {
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
    ] satisfies readonly Duty[],
    /** Follows it up to now and rereads due nodes. For tests. */
    poll: async (): Promise<void> => {
      hasNews = true;
      await poll();
    },
    close: stopListening,
  };
};
