/** Labels of rollup options and states. */
import type { ListedRollup } from "../../../../resources/raas/rollup-calls.ts";
import {
  rollups,
  rollupStatus,
  type RollupChoice,
  type RollupStatus,
  type RollupRole,
} from "../../../../resources/raas/rollups.ts";

export const stackNames = rollups.fields.framework.labels as Readonly<Record<RollupChoice["framework"], string>>;

export const dataNames = rollups.fields.daLayer.labels as Readonly<Record<RollupChoice["daLayer"], string>>;
export const settlementNames = rollups.fields.settlement.labels as Readonly<Record<RollupChoice["settlement"], string>>;
export const networkNames = rollups.fields.network.labels as Readonly<Record<RollupChoice["network"], string>>;

/** Returns a summary: "OP Stack on Ethereum testnet". */
export const choiceSummary = ({ framework, settlement, network }: Omit<RollupChoice, "daLayer">): string =>
  `${stackNames[framework]} on ${settlementNames[settlement]} ${networkNames[network].toLowerCase()}`;

export const statusNames: Readonly<Record<RollupStatus, string>> = {
  [rollupStatus.APPLYING]: "Applying",
  [rollupStatus.PENDING_PAYMENT]: "Pending payment",
  [rollupStatus.CREATING]: "Creating",
  [rollupStatus.RUNNING]: "Running",
  [rollupStatus.TERMINATED]: "Terminated",
  [rollupStatus.CREATING_PAID]: "Creating",
};

export const isCreating = ({ status }: Pick<ListedRollup, "status">): boolean =>
  status === rollupStatus.CREATING || status === rollupStatus.CREATING_PAID;

/** Reports whether the rollup is ordered but not being created yet. */
export const isOrdered = ({ status }: Pick<ListedRollup, "status">): boolean =>
  status === rollupStatus.APPLYING || status === rollupStatus.PENDING_PAYMENT;

export const roleNames: Readonly<Record<RollupRole, string>> = {
  sequencer: "Sequencer",
  batcher: "Batcher",
  proposer: "Proposer",
};
