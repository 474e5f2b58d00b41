import type { RollupRole } from "../../../../../resources/raas/rollups.ts";

export const roleNames: Readonly<Record<RollupRole, string>> = {
  sequencer: "Sequencer",
  batcher: "Batcher",
  proposer: "Proposer",
};
