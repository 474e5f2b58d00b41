import type { ColumnType, Generated } from "kysely";
import type { TaskGroup, TaskPress, TaskProof, TaskReward } from "../../../../../resources/boost/task-words.ts";
import type { PointKind } from "../../../../../resources/boost/shapes.ts";

/** Unix seconds. */
type Moment = ColumnType<bigint | null, number | null, number | null>;

/** Tasks that operators have added. */
export interface BoostTaskTable {
  id: string;
  task_group: TaskGroup;
  name: string;
  description: string;
  icon: string;
  press: TaskPress;
  link: string | null;
  proof: TaskProof;
  goal: number;
  wait_seconds: number;
  reward_kind: TaskReward["kind"];
  reward_amount: number;
  kind: PointKind;
  /** A word's hash with its salt, or the secret of a partner's codes under lock and key. */
  secret: Buffer | null;
  /** In lower case: who may have it, of proof LISTED. */
  addresses: string[] | null;
  starts_at: Moment;
  ends_at: Moment;
  created_at: Generated<Date>;
}

/** What a node has done of a task: of a daily one in each period. */
interface BoostTaskStateTable {
  node_id: string;
  /** Of a built-in task its name. */
  task_id: string;
  period: number;
  opened_at: Moment;
  claimed_at: Moment;
}

/** Wrong words and codes of a day. */
interface BoostGuessTable {
  node_id: string;
  day: number;
  wrong: number;
}

interface BoostSignTable {
  node_id: string;
  /** Whole UTC days since 1970. */
  day: number;
  /** Days without a gap, this one included. */
  run: number;
  with_land: boolean;
}

interface BoostExchangeTable {
  node_id: string;
  exchange: string;
  uid: string;
  address: string;
}

declare module "../../../engines/database/tables.ts" {
  interface Tables {
    boost_task: BoostTaskTable;
    boost_task_state: BoostTaskStateTable;
    boost_guess: BoostGuessTable;
    boost_sign: BoostSignTable;
    boost_exchange: BoostExchangeTable;
  }
}
