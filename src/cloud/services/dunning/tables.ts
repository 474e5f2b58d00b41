import type { Generated } from "kysely";
import type { DunningStep } from "../../ledger/dunning.ts";

/** A stage that a team was notified of. Deleted once it is over. */
export interface DunningNoticeTable {
  team_id: string;
  /** Start of the dunning it belongs to. */
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
