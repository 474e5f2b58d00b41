import type { Generated } from "kysely";
import type { NoticeType } from "../../../../resources/account/notices.ts";

export interface NoticeTable {
  id: string;
  type: NoticeType;
  /** null: for everyone. */
  person_id: string | null;
  team_id: string | null;
  invitation_id: string | null;
  message: string;
  url: Generated<string>;
  /** Name of the widget that handles it: "feedback". */
  name: Generated<string>;
  label: Generated<string>;
  starts_at: Generated<Date>;
  ends_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface NoticeReadTable {
  notice_id: string;
  person_id: string;
  read_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    notice: NoticeTable;
    notice_read: NoticeReadTable;
  }
}
