import type { Generated } from "kysely";
import type { Purpose } from "./service.ts";

/** One key per user and team. It stops working when the user loses access. */
export interface ProgramKeyTable {
  purpose: Purpose;
  team_id: string;
  person_id: string;
  /** SHA-256 of the key. The key itself is shown once and not stored. */
  hash: Buffer;
  /** First characters of the key, for its owner to recognize it. */
  hint: string;
  used_at: Date | null;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    program_key: ProgramKeyTable;
  }
}
