import type { Generated } from "kysely";
import type { MiniAsset } from "../../../../resources/billing/mini-limits.ts";

/** An order of LAND. LAND and dollars ×1e18. */
export interface MiniOrderTable {
  id: string;
  person_id: string;
  /** The user's euid, which is credited. */
  account: string;
  asset: MiniAsset;
  land: string;
  /** Price in dollars. */
  usd: string;
  /** Nanotons or Stars. */
  amount: string;
  destination: string | null;
  invoice_link: string | null;
  status: "WAITING" | "PAID" | "REFUNDED";
  valid_until: Date;
  created_at: Generated<Date>;
  /** Transaction hash or the messaging app's charge id. */
  payment: string | null;
  /** Address or the user's messaging-app id. */
  payer: string | null;
  paid_at: Date | null;
}

/** How far an account's transactions were scanned. */
export interface MiniCursorTable {
  address: string;
  /** Logical time. */
  lt: string;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    mini_order: MiniOrderTable;
    mini_cursor: MiniCursorTable;
  }
}
