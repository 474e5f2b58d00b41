import type { Generated } from "kysely";
import type { VoucherGift } from "../../../../resources/billing/voucher-gifts.ts";

export interface VoucherTable {
  id: string;
  /** SHA-256 of the code as `canonical` writes it; the code itself is shown once and never stored. */
  code_hash: Buffer;
  code_ending: string;
  gives: VoucherGift;
  /** LAND×1e18, bytes, seconds or units. */
  amount: string;
  days: number | null;
  uses: number;
  used: Generated<number>;
  expires_at: Date | null;
  withdrawn_at: Date | null;
  note: string | null;
  created_at: Generated<Date>;
}

export interface VoucherRedemptionTable {
  voucher_id: string;
  team_id: string;
  person_id: string;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    voucher: VoucherTable;
    voucher_redemption: VoucherRedemptionTable;
  }
}
