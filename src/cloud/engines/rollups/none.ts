import { RollupGone, type Rollups } from "./rollups.ts";

/** Where nobody carries rollups: the cloud's chains are public, and no stack is named. */
export const noRollups = (): Rollups => {
  const gone = async (): Promise<never> => {
    throw new RollupGone();
  };
  return {
    provider: "none",
    create: async () => {
      throw new Error("This cloud settles on public chains, and its operator has not named a rollup stack yet.");
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
