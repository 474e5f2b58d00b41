import type { ColumnType, Generated } from "kysely";
import type { BoostStage } from "../../../../resources/boost/limits.ts";
import type { BaseRate, Boost } from "../../../../resources/boost/points.ts";
import type { PointKind } from "../../../../resources/boost/shapes.ts";

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
  name: string | null;
  /** The other node of an exploration. */
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

declare module "../../engines/database/tables.ts" {
  interface Tables {
    boost_node: BoostNodeTable;
    boost_stage: BoostStageTable;
    boost_point: BoostPointTable;
    boost_token: BoostTokenTable;
  }
}
