import type { Generated } from "kysely";
import type { Purpose } from "./service.ts";

/** One per user and team: it stops working when the user loses access. */
export interface ProgramKeyTable {
  purpose: Purpose;
  team_id: string;
  person_id: string;
  /** SHA-256 of the key; the key itself is shown once and kept nowhere. */
  hash: Buffer;
  /** How it begins, by which its owner knows it again. */
  hint: string;
  used_at: Date | null;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    program_key: ProgramKeyTable;
  }
}
