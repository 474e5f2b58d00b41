import type { Generated } from "kysely";

/** A letter, kept before it is sent. */
export interface MailTable {
  id: string;
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
  state: Generated<"waiting" | "sent" | "failed">;
  problem: Generated<string>;
  created_at: Generated<Date>;
  sent_at: Generated<Date | null>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    mail: MailTable;
  }
}
