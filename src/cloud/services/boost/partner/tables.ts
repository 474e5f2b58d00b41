import type { Generated } from "kysely";

/** Who came by the advertising partner, known there by the messaging app's number. */
interface BoostPartnerUserTable {
  node_id: string;
  telegram_user_id: string;
  converted_at: Date | null;
}

/** What is still to be told to the partner; gone once it is. */
interface BoostPartnerReportTable {
  id: string;
  path: string;
  /** JSON, as it is sent. */
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
