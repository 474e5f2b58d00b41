import { RollupGone, type Rollups } from "./rollups.ts";

/** Where nobody carries rollups: the cloud's chains are public, and no stack is named. */
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
