import type { Generated } from "kysely";

/** A user's confirmed address, lowercase and unique. */
export interface EmailTable {
  person_id: string;
  address: string;
  confirmed_at: Generated<Date>;
}

/** A pending address, with the hash of its code. */
export interface EmailRequestTable {
  person_id: string;
  address: string;
  hash: Buffer;
  tries: Generated<number>;
  sent_at: Generated<Date>;
  expires_at: Date;
}

/** Each email with a code in the last hour, so that no mailbox is flooded. */
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
