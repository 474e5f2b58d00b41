import type { Generated } from "kysely";
import type { EmailState } from "../../../../resources/account/mailbox.ts";

/** An email, stored before it is sent. */
export interface MailTable {
  id: string;
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
  state: Generated<EmailState>;
  problem: Generated<string>;
  attempts: Generated<number>;
  /** The user who entered the address; null for a confirmed address. */
  asked_by: Generated<string | null>;
  created_at: Generated<Date>;
  sent_at: Generated<Date | null>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    mail: MailTable;
  }
}
