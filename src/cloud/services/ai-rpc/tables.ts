import type { Generated } from "kysely";

export interface AiKeyTable {
  id: string;
  team_id: string;
  name: string;
  /** SHA-256 of the key; the key itself is shown once and not stored. */
  hash: Buffer;
  /** The first characters, which identify the key to its owner. */
  hint: string;
  is_active: Generated<boolean>;
  /** LAND×1e18. */
  limit_month: string | null;
  limit_week: string | null;
  limit_day: string | null;
  /** Empty for all models. */
  models: string[];
  /** The internal key of dashboard requests: its secret is unknown, no list shows it, and a team has at most one. */
  is_playground: Generated<boolean>;
  created_at: Generated<Date>;
}

/** Daily cost (UTC) of a key's requests. */
export interface AiKeyDayTable {
  key_id: string;
  day: Date;
  land: string;
}

export interface AiCallTable {
  /** Also the ID of the hold in the ledger, unless free. */
  id: string;
  key_id: string;
  model: string;
  /** Maximum cost, held while it is open. */
  held: string;
  outcome: Generated<"open" | "done" | "broken" | "failed">;
  input_tokens: Generated<bigint>;
  output_tokens: Generated<bigint>;
  cost: Generated<string>;
  first_token_ms: number | null;
  speed: number | null;
  created_at: Generated<Date>;
  /** When an open request is given up. */
  expires_at: Date;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    ai_key: AiKeyTable;
    ai_key_day: AiKeyDayTable;
    ai_call: AiCallTable;
  }
}
