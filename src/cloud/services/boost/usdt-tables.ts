import type { Generated } from "kysely";
import type { UsdtKind } from "../../../../resources/boost/usdt.ts";

/** Amounts in millionths of a dollar. */
interface BoostUsdtBalanceTable {
  node_id: string;
  /** Always the sum of the node's rows in `boost_usdt`. */
  amount: string;
}

interface BoostUsdtTable {
  id: Generated<bigint>;
  node_id: string;
  kind: UsdtKind;
  amount: string;
  project_id: string | null;
  withdrawal_id: string | null;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    boost_usdt_balance: BoostUsdtBalanceTable;
    boost_usdt: BoostUsdtTable;
  }
}
