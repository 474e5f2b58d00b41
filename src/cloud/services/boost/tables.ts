import type { ColumnType, Generated } from "kysely";
import type { BoostStage } from "../../../../resources/boost/limits.ts";
import type { BaseRate, Boost } from "../../../../resources/boost/points.ts";
import type { PointKind, PreActivity } from "../../../../resources/boost/shapes.ts";

/** Earnings in the units of resources/boost/points.ts: micro-points, grains, thousandths, Unix seconds. */
export interface BoostNodeTable {
  id: string;
  person_id: string;
  origin: "web" | "tg";
  inviter_id: string | null;
  /** JSON. */
  base_rate: ColumnType<readonly BaseRate[], string, string>;
  boosts: ColumnType<readonly Boost[], string | undefined, string>;
  rate_buff: Generated<number>;
  /** Micro-points. */
  capacity: string;
  /** Grains. */
  computed: Generated<string>;
  compute_timestamp: ColumnType<bigint, number, number>;
  protect_expired_at: ColumnType<bigint, number | undefined, number>;
  /** Micro-points: always the sum of the node's rows in `boost_point`. */
  total: Generated<string>;
  /** Micro-points others took since the last collect. */
  lost: Generated<string>;
  /** UTC day, in days since 1970, of `explore_used`. */
  explore_day: Generated<number>;
  explore_used: Generated<number>;
  /** Purchased, unused explorations. */
  explore_bought: Generated<number>;
  /** UTC day of the last collect with points, in days since 1970, and the number of such days. */
  collect_day: Generated<number>;
  collect_days: Generated<number>;
  /** Unix seconds from which the node counts as an invitee for milestones, spins and airdrop shares. */
  counted_at: ColumnType<bigint | null, never, number | null>;
  /** Whether counting it gives the inviter a spin. */
  brings_spin: Generated<boolean>;
  /** JSON: what the user had done before joining Boost. */
  pre_activities: ColumnType<readonly PreActivity[], string | undefined, string>;
  created_at: Generated<Date>;
}

interface BoostStageTable {
  node_id: string;
  stage: BoostStage;
  opened_at: Generated<Date>;
}

/** Every change of a node's points, kept forever. */
export interface BoostPointTable {
  id: Generated<bigint>;
  node_id: string;
  kind: PointKind;
  /** Micro-points. */
  amount: string;
  /** A note that doesn't change the total: finds by others, or uncollected points they took. */
  is_note: Generated<boolean>;
  name: string | null;
  /** The other node of an exploration, or the invitee. */
  explorer_id: string | null;
  created_at: Generated<Date>;
}

interface BoostTokenTable {
  /** SHA-256. */
  hash: Buffer;
  node_id: string;
  /** The session; the token ends with it. */
  session_id: string | null;
  expires_at: Date;
}

/** An issued puzzle, deleted once solved. Unix seconds. */
interface BoostCaptchaTable {
  id: string;
  node_id: string;
  salt: string;
  bits: number;
  expired_at: ColumnType<bigint, number, never>;
}

export interface BoostExplorationTable {
  id: string;
  node_id: string;
  explored_id: string;
  /** The share that can be collected. */
  per_mille: number;
  /** Micro-points: upper limit of the collected amount. */
  found: string;
  created_at: ColumnType<bigint, number, never>;
  expired_at: ColumnType<bigint, number, never>;
  collected_at: ColumnType<bigint | null, number | undefined, number>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    boost_node: BoostNodeTable;
    boost_stage: BoostStageTable;
    boost_point: BoostPointTable;
    boost_captcha: BoostCaptchaTable;
    boost_exploration: BoostExplorationTable;
    boost_token: BoostTokenTable;
  }
}
