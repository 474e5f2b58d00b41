import { RollupGone, type Rollups } from "./rollups.ts";

/** Returns the engine without rollups, for public chains without a configured stack. */
export const noRollups = (): Rollups => {
  const gone = async (): Promise<never> => {
    throw new RollupGone();
  };
  return {
    provider: "none",
    create: async () => {
      throw new Error("Rollups are not configured: this server uses public chains without a rollup stack.");
    },
    health: gone,
    logs: gone,
    stop: async () => undefined,
    resume: gone,
    remove: async () => undefined,
    handle: undefined,
    openSession: undefined,
    faucet: undefined,
    fund: undefined,
    bridgeMoves: gone,
    close: async () => undefined,
  };
};
