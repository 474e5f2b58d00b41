import type { Generated } from "kysely";
import type { MiniAsset } from "../../../../resources/billing/mini-limits.ts";

/** LAND that somebody wants to pay for. LAND and dollars ×1e18. */
export interface MiniOrderTable {
  id: string;
  person_id: string;
  /** The person's euid, to which it is credited. */
  account: string;
  asset: MiniAsset;
  land: string;
  /** What is paid for it, in dollars. */
  usd: string;
  /** Nanotons, or Stars. */
  amount: string;
  destination: string | null;
  invoice_link: string | null;
  status: "WAITING" | "PAID" | "REFUNDED";
  valid_until: Date;
  created_at: Generated<Date>;
  /** Transaction, or the messaging app's number of the charge. */
  payment: string | null;
  /** Address, or the messaging app's number of the person. */
  payer: string | null;
  paid_at: Date | null;
}

/** How far an account's transactions were looked at. */
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
