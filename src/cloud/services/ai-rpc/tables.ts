import type { Generated } from "kysely";

export interface AiKeyTable {
  id: string;
  team_id: string;
  name: string;
  /** SHA-256 of the key; the key itself is shown once and kept nowhere. */
  hash: Buffer;
  /** How it begins, by which its owner knows it again. */
  hint: string;
  is_active: Generated<boolean>;
  /** LAND×1e18. */
  limit_month: string | null;
  limit_week: string | null;
  limit_day: string | null;
  /** All of them when empty. */
  models: string[];
  /** Stands for what the team asks from the dashboard: nobody knows its secret, no list shows it, and there is one at most. */
  is_playground: Generated<boolean>;
  created_at: Generated<Date>;
}

/** What a key's requests of a day (UTC) cost. */
export interface AiKeyDayTable {
  key_id: string;
  day: Date;
  land: string;
}

export interface AiCallTable {
  /** Of the hold in the ledger too, where it costs something. */
  id: string;
  key_id: string;
  model: string;
  /** The most that it can cost, set aside while it is open. */
  held: string;
  outcome: Generated<"open" | "done" | "broken" | "failed">;
  input_tokens: Generated<bigint>;
  output_tokens: Generated<bigint>;
  cost: Generated<string>;
  first_token_ms: number | null;
  speed: number | null;
  created_at: Generated<Date>;
  /** An open one that nobody ended by then is given up. */
  expires_at: Date;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    ai_key: AiKeyTable;
    ai_key_day: AiKeyDayTable;
    ai_call: AiCallTable;
  }
}
