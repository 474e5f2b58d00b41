import type { Generated } from "kysely";

export type TokenPurpose = "deploy" | "gateway";

export interface AuthTokenTable {
  id: string;
  team_id: string;
  person_id: string;
  /** What it grants: repositories and deployments, or private gateways. */
  purpose: Generated<TokenPurpose>;
  name: string;
  /** SHA-256 of the token; the token itself is shown once and never stored. */
  hash: Buffer;
  used_at: Date | null;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    auth_token: AuthTokenTable;
  }
}
