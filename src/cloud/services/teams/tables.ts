import type { Generated } from "kysely";
import type { AccessCode } from "../../../../resources/access.ts";

export interface TeamTable {
  id: string;
  name: string;
  owner_id: string;
  /** When the listeners of the first sign-in had all run: samples seeded and the like. */
  welcomed_at: Date | null;
  created_at: Generated<Date>;
}

export interface MembershipTable {
  team_id: string;
  person_id: string;
  type: "INDIVIDUAL" | "COLLABORATION";
  status: Generated<"NORMAL" | "DISABLED">;
  access: Generated<AccessCode[]>;
  /** Tokens that state another version are dead. */
  token_version: Generated<number>;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    team: TeamTable;
    membership: MembershipTable;
  }
}
