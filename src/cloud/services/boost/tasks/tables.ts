import type { ColumnType, Generated } from "kysely";
import type { ExchangeStatus } from "../../../../../resources/boost/exchanges.ts";
import type { TaskGroup, TaskAction, TaskProof, TaskReward } from "../../../../../resources/boost/task-model.ts";
import type { PointKind } from "../../../../../resources/boost/shapes.ts";

/** Unix seconds. */
type Moment = ColumnType<bigint | null, number | null, number | null>;

/** Tasks added by operators. */
export interface BoostTaskTable {
  id: string;
  task_group: TaskGroup;
  name: string;
  description: string;
  icon: string;
  press: TaskAction;
  link: string | null;
  proof: TaskProof;
  goal: number;
  wait_seconds: number;
  reward_kind: TaskReward["kind"];
  reward_amount: number;
  kind: PointKind;
  /** A word's salted hash, or the encrypted secret of a partner's codes. */
  secret: Buffer | null;
  /** For LISTED: lowercase allowed addresses. */
  addresses: string[] | null;
  /** For MEMBER: the group or channel, as @name or id. */
  chat: string | null;
  starts_at: Moment;
  ends_at: Moment;
  created_at: Generated<Date>;
}

/** A node's state of a task; daily tasks have one per period. */
interface BoostTaskStateTable {
  node_id: string;
  /** The name, for a built-in task. */
  task_id: string;
  period: number;
  opened_at: Moment;
  claimed_at: Moment;
}

/** Wrong words and codes per day. */
interface BoostGuessTable {
  node_id: string;
  day: number;
  wrong: number;
}

interface BoostSignTable {
  node_id: string;
  /** Whole UTC days since 1970. */
  day: number;
  /** Consecutive days, including this one. */
  run: number;
  with_land: boolean;
}

export interface BoostExchangeTable {
  node_id: string;
  exchange: string;
  uid: string;
  address: string;
  status: ExchangeStatus;
  note: string | null;
  named_at: Generated<Date>;
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
