import type { ColumnType, Generated } from "kysely";
import type { BoostStage } from "../../../../resources/boost/limits.ts";
import type { BaseRate, Boost } from "../../../../resources/boost/points.ts";
import type { PointKind, PreActivity } from "../../../../resources/boost/shapes.ts";

/** What a node earns stands as resources/boost/points.ts counts it: micro-points, grains, thousandths, Unix seconds. */
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
  /** Micro-points that others took since it last collected. */
  lost: Generated<string>;
  /** UTC day, in days since 1970, of `explore_used`. */
  explore_day: Generated<number>;
  explore_used: Generated<number>;
  /** Explorations that were bought and not used yet. */
  explore_bought: Generated<number>;
  /** JSON: what the person had done before there was a node. */
  pre_activities: ColumnType<readonly PreActivity[], string | undefined, string>;
  created_at: Generated<Date>;
}

interface BoostStageTable {
  node_id: string;
  stage: BoostStage;
  opened_at: Generated<Date>;
}

/** Each change of a node's points, for good. */
export interface BoostPointTable {
  id: Generated<bigint>;
  node_id: string;
  kind: PointKind;
  /** Micro-points. */
  amount: string;
  /** Told to people, and no change of the total: what others found, or took of what was not collected. */
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
  /** The token ends with it. */
  session_id: string | null;
  expires_at: Date;
}

/** A puzzle that was handed out; gone once it was solved. Unix seconds. */
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
  /** The share that may be taken. */
  per_mille: number;
  /** Micro-points: more is never taken. */
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
