import type { Generated } from "kysely";

export interface AuthTokenTable {
  id: string;
  team_id: string;
  person_id: string;
  name: string;
  /** SHA-256 of the token; the token itself is shown once and kept nowhere. */
  hash: Buffer;
  used_at: Date | null;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    auth_token: AuthTokenTable;
  }
}
