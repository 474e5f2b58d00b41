import { RollupGone, type Rollups } from "./rollups.ts";

/** Returns the engine without rollups, for public chains without a configured stack. */
export const noRollups = (): Rollups => {
  const unavailable = async (): Promise<never> => {
    throw new RollupGone();
  };
  return {
    provider: "none",
    create: async () => {
      throw new Error("Rollups are not configured: this server uses public chains without a rollup stack.");
    },
    health: unavailable,
    logs: unavailable,
    stop: async () => undefined,
    resume: unavailable,
    remove: async () => undefined,
    handle: undefined,
    openSession: undefined,
    faucet: undefined,
    fund: undefined,
    bridgeMoves: unavailable,
    close: async () => undefined,
  };
};
