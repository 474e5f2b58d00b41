import type { Generated } from "kysely";

interface PersonSolanaTable {
  person_id: string;
  /** base58. */
  address: string;
  created_at: Generated<Date>;
}

/** The message that a user was last given to sign. */
interface SolanaRequestTable {
  person_id: string;
  address: string;
  message: string;
  expires_at: Date;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    person_solana: PersonSolanaTable;
    solana_request: SolanaRequestTable;
  }
}
