import type { ColumnType, Generated } from "kysely";
import type { WheelField } from "../../../../../resources/boost/spin.ts";

interface BoostSpinnerTable {
  node_id: string;
  /** Extra spins for invitees and tasks. They don't end with a round. */
  granted: Generated<number>;
  /** Number of spins so far, and so of the next one. */
  spins: Generated<number>;
  /** Decides the next spin and is revealed after it: 64 hexadecimal digits. */
  seed: string;
  /** The running round, or the last one. */
  round_id: string | null;
}

interface BoostRoundTable {
  id: string;
  node_id: string;
  /** Unix seconds. */
  starts_at: ColumnType<bigint, number, never>;
  /** Used spins of the round. */
  spins: Generated<number>;
  /** Millionths of a dollar not yet in the balance. */
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
  /** The node and number that decided the spin, for a merged node. */
  proof_node: Generated<string | null>;
  proof_number: Generated<number | null>;
  created_at: Generated<Date>;
}

declare module "../../../engines/database/tables.ts" {
  interface Tables {
    boost_spinner: BoostSpinnerTable;
    boost_round: BoostRoundTable;
    boost_spin: BoostSpinTable;
  }
}
