import type { ColumnType, Generated } from "kysely";
import type { Letters } from "../../../../resources/account/letter-settings.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";

/** Which letters a person has chosen. Written as JSON text. */
export interface LetterChoiceTable {
  person_id: string;
  letters: ColumnType<Letters, string, string>;
}

/** When a team's owner is told that an allowance runs low. */
export interface BalanceAlertTable {
  team_id: string;
  active: boolean;
  percent_left: number;
  /** LAND ×1e18; null: the balance brings no alert. */
  land_left: string | null;
}

/** A team is below its threshold of a resource, or of LAND, and was told so. Gone once it is above again. */
export interface AllowanceLowTable {
  team_id: string;
  resource: MeteredResource | "LAND";
  since: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    letter_choice: LetterChoiceTable;
    balance_alert: BalanceAlertTable;
    allowance_low: AllowanceLowTable;
  }
}
