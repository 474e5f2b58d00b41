import type { Generated } from "kysely";
import type { DepositStatus, PurchaseStatus } from "../../../../resources/billing/deposits.ts";
import type { PurchaseType } from "../../../../resources/contracts.ts";

/** LAND that somebody has paid for. Amounts ×1e18, of coins too, whatever their own decimals. */
export interface DepositTable {
  id: string;
  /** Key of a chain, or the name of another network. */
  network: string;
  tx_hash: string;
  /** For whom it was paid: 32 bytes in hex. */
  account: string;
  /** null while nobody has that account. */
  team_id: string | null;
  /** Symbol of the coin; "USD" for the stablecoin, an address for any other. */
  coin: string;
  coin_amount: string;
  usd: string;
  land: string;
  status: DepositStatus;
  /** How often a chain has taken it back before. */
  round: Generated<number>;
  created_at: Generated<Date>;
  credited_at: Date | null;
}

/** A team's first, and the points that it brought. */
export interface FirstDepositTable {
  team_id: string;
  deposit_id: string;
  points: number;
  created_at: Generated<Date>;
}

/** A resource bought on chain: bytes, or seconds of build time. */
export interface PurchaseTable {
  id: string;
  network: string;
  tx_hash: string;
  account: string;
  team_id: string | null;
  resource: PurchaseType;
  amount: string;
  until: Date | null;
  usd: string;
  coin_amount: string;
  status: PurchaseStatus;
  round: Generated<number>;
  created_at: Generated<Date>;
  granted_at: Date | null;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    deposit: DepositTable;
    first_deposit: FirstDepositTable;
    purchase: PurchaseTable;
  }
}
