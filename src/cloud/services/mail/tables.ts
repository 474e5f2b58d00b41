import type { Generated } from "kysely";
import type { LetterState } from "../../../../resources/account/mailbox.ts";

/** A letter, kept before it is sent. */
export interface MailTable {
  id: string;
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
  state: Generated<LetterState>;
  problem: Generated<string>;
  attempts: Generated<number>;
  created_at: Generated<Date>;
  sent_at: Generated<Date | null>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    mail: MailTable;
  }
}
