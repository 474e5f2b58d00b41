import type { Generated } from "kysely";

/** The confirmed address of a person, in lower case; of one person only. */
export interface EmailTable {
  person_id: string;
  address: string;
  confirmed_at: Generated<Date>;
}

/** An address that waits for its code, of which the hash is kept. */
export interface EmailRequestTable {
  person_id: string;
  address: string;
  hash: Buffer;
  tries: Generated<number>;
  sent_at: Generated<Date>;
  expires_at: Date;
}

/** Each letter with a code in the last hour, so that nobody's mailbox is flooded. */
export interface EmailSendingTable {
  person_id: string;
  address: string;
  sent_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    email: EmailTable;
    email_request: EmailRequestTable;
    email_sending: EmailSendingTable;
  }
}
