import type { Generated } from "kysely";
import type { DepositStatus, PurchaseStatus } from "../../../../resources/billing/deposits.ts";
import type { PurchaseType } from "../../../../resources/contracts.ts";

/** A LAND payment. Amounts ×1e18, also of coins with other decimals. */
export interface DepositTable {
  id: string;
  /** Key of a chain, or the name of another network. */
  network: string;
  tx_hash: string;
  /** The receiving account: 32 bytes in hex. */
  account: string;
  /** null while the account is unknown. */
  team_id: string | null;
  /** Symbol of the coin; "USD" for the stablecoin, an address for any other. */
  coin: string;
  coin_amount: string;
  usd: string;
  land: string;
  status: DepositStatus;
  /** Number of previous reversals. */
  round: Generated<number>;
  created_at: Generated<Date>;
  credited_at: Date | null;
}

/** A team's first deposit and its points. */
export interface FirstDepositTable {
  team_id: string;
  deposit_id: string;
  points: number;
  created_at: Generated<Date>;
}

/** A resource bought on-chain: bytes, or seconds of build time. */
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
