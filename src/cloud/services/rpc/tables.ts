import type { ColumnType, Generated } from "kysely";
import type { RpcKeyRules } from "../../../../resources/rpc/key-calls.ts";
import type { RpcKeyType } from "../../../../resources/rpc/keys.ts";

type Allow = RpcKeyRules["allow"];

export interface RpcKeyTable {
  id: string;
  team_id: string;
  name: string;
  notes: Generated<string>;
  type: RpcKeyType;
  active: Generated<boolean>;
  hash: Buffer;
  sealed: Buffer;
  previous_hash: Buffer | null;
  previous_until: Date | null;
  needs_token: Generated<boolean>;
  allow: ColumnType<Allow, string | undefined, string>;
  daily_cap: bigint | null;
  at_cap: Generated<RpcKeyRules["atCap"]>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface RpcPublicKeyTable {
  id: string;
  key_id: string;
  name: string;
  pem: string;
  created_at: Generated<Date>;
}

export interface RpcCountTable {
  team_id: string;
  key_id: string;
  hour: Date;
  chain: string;
  method: string;
  requests: bigint;
  units: bigint;
  errors: bigint;
  cached: bigint;
}

export interface RpcLatencyTable {
  team_id: string;
  key_id: string;
  hour: Date;
  chain: string;
  bucket: number;
  requests: bigint;
}

export interface RpcLogTable {
  id: Generated<bigint>;
  key_id: string;
  at: Date;
  chain: string;
  method: string;
  ms: number;
  units: number;
  cached: boolean;
  upstream: string | null;
  error_code: number | null;
  error: string | null;
}

export interface RpcFilterTable {
  id: string;
  key_id: string;
  chain: string;
  kind: "logs" | "blocks" | "transactions";
  criteria: ColumnType<Readonly<Record<string, unknown>>, string, never>;
  /** The newest block covered by a poll. */
  last_block: bigint;
  /** Pending transactions reported by the last poll. */
  seen: ColumnType<readonly string[], string, string>;
  used_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    rpc_key: RpcKeyTable;
    rpc_public_key: RpcPublicKeyTable;
    rpc_count: RpcCountTable;
    rpc_latency: RpcLatencyTable;
    rpc_log: RpcLogTable;
    rpc_filter: RpcFilterTable;
  }
}
