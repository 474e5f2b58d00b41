import type { Generated } from "kysely";

/** Users from the advertising partner, known there by their messaging-app id. */
interface BoostPartnerUserTable {
  node_id: string;
  telegram_user_id: string;
  converted_at: Date | null;
}

/** Pending reports to the partner, deleted once sent. */
interface BoostPartnerReportTable {
  id: string;
  path: string;
  /** JSON as sent. */
  body: string;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  created_at: Generated<Date>;
}

declare module "../../../engines/database/tables.ts" {
  interface Tables {
    boost_partner_user: BoostPartnerUserTable;
    boost_partner_report: BoostPartnerReportTable;
  }
}
