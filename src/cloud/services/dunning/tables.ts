import type { Generated } from "kysely";
import type { DunningStep } from "../../ledger/dunning.ts";

/** A step of which a team was told. Gone once it is over. */
export interface DunningNoticeTable {
  team_id: string;
  /** Of the dunning it belongs to. */
  began_at: Date;
  step: Exclude<DunningStep, "paid">;
  /** The owner's notice. */
  notice_id: string;
  told_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    dunning_notice: DunningNoticeTable;
  }
}
