import type { ColumnType, Generated } from "kysely";
import type { RollupPlan } from "../../../../resources/raas/plans.ts";
import type { RollupChoice, RollupStatus } from "../../../../resources/raas/rollups.ts";
import type { RollupStep } from "../../engines/rollups/rollups.ts";
import type { StoredFacts } from "./facts.ts";

/** Why a rollup is TERMINATED. */
export type RollupEnd = "terminated" | "expired" | "declined" | "unpaid";

export interface RollupTable {
  id: string;
  team_id: string;
  name: string;
  status: RollupStatus;
  fast_deploy: boolean;
  framework: RollupChoice["framework"];
  da_layer: RollupChoice["daLayer"];
  settlement: RollupChoice["settlement"];
  network: RollupChoice["network"];
  chain_id: bigint | null;
  purchase_plan: RollupPlan | null;
  /** LAND×1e18 and length of the first term. */
  land: Generated<string>;
  term_seconds: Generated<bigint>;
  chain_logo: string | null;
  favicon: string | null;
  background: string | null;
  footer_link: string | null;
  email: string | null;
  telegram: string | null;
  x_id: string | null;
  scheduling_link: string | null;
  note: Generated<string | null>;
  step: Generated<RollupStep>;
  /** Attempts to create it since the payment. */
  tries: Generated<number>;
  facts: ColumnType<StoredFacts | null, string | undefined, string | null>;
  /** When the current term was paid for. */
  paid_at: Generated<Date | null>;
  expires_at: Generated<Date | null>;
  ended: Generated<RollupEnd | null>;
  /** Until then its blocks are kept, and an expired one can be renewed. */
  kept_until: Generated<Date | null>;
  /** Its blocks are deleted: name and chain ID are available. */
  removed_at: Generated<Date | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface RollupTrialTable {
  team_id: string;
  rollup_id: string;
  created_at: Generated<Date>;
}

export interface RollupBillTable {
  /** ID of the transfer in the ledger. */
  id: string;
  rollup_id: string;
  /** 0 for the first term, 1 for a renewal. */
  kind: 0 | 1;
  seconds: bigint;
  land: string;
  created_at: Date;
  given_back_at: Date | null;
}

export interface RollupWarningTable {
  rollup_id: string;
  kind: "week" | "day";
  expires_at: Date;
  /** Removed once the warning no longer applies. */
  notice_id: string | null;
}

export interface RollupFaucetTable {
  rollup_id: string;
  address: string;
  given_at: Date;
}

export interface RollupAbiTable {
  rollup_id: string;
  address: string;
  name: string;
  abi: string;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    rollup: RollupTable;
    rollup_trial: RollupTrialTable;
    rollup_bill: RollupBillTable;
    rollup_told: RollupWarningTable;
    rollup_faucet: RollupFaucetTable;
    rollup_abi: RollupAbiTable;
  }
}
