import type { ColumnType, Generated } from "kysely";
import type { WheelField } from "../../../../../resources/boost/spin.ts";

interface BoostSpinnerTable {
  node_id: string;
  /** Spins beside those of the rounds, for invitees and tasks. They do not end with a round. */
  granted: Generated<number>;
  /** How many were done: the number of the next one. */
  spins: Generated<number>;
  /** Decides the next spin, and is told after it: 64 hexadecimal digits. */
  seed: string;
  /** The round that runs, or the last one that did. */
  round_id: string | null;
}

interface BoostRoundTable {
  id: string;
  node_id: string;
  /** Unix seconds. */
  starts_at: ColumnType<bigint, number, never>;
  /** Of the round's own spins, how many were done. */
  spins: Generated<number>;
  /** Millionths of a dollar that are not in the balance yet. */
  cash: Generated<string>;
}

interface BoostSpinTable {
  id: Generated<bigint>;
  node_id: string;
  round_id: string;
  number: number;
  reward_type: WheelField["rewardType"];
  /** Micro-points, or millionths of a dollar. */
  amount: string;
  seed: string;
  luck: string;
  created_at: Generated<Date>;
}

declare module "../../../engines/database/tables.ts" {
  interface Tables {
    boost_spinner: BoostSpinnerTable;
    boost_round: BoostRoundTable;
    boost_spin: BoostSpinTable;
  }
}
