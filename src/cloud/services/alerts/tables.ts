import type { ColumnType, Generated } from "kysely";
import type { EmailSettings } from "../../../../resources/account/email-settings.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";

/** A user's email preferences, as JSON text. */
export interface EmailChoiceTable {
  person_id: string;
  letters: ColumnType<EmailSettings, string, string>;
}

/** A team's low-allowance alert settings. */
export interface BalanceAlertTable {
  team_id: string;
  active: boolean;
  percent_left: number;
  /** LAND ×1e18; null turns the balance alert off. */
  land_left: string | null;
}

/** A team below its threshold of a resource or LAND, already notified. Deleted once it recovers. */
export interface AllowanceLowTable {
  team_id: string;
  resource: MeteredResource | "LAND";
  since: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    letter_choice: EmailChoiceTable;
    balance_alert: BalanceAlertTable;
    allowance_low: AllowanceLowTable;
  }
}
