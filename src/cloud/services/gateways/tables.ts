import type { ColumnType, Generated } from "kysely";

export interface GatewayTable {
  id: string;
  team_id: string;
  /** Its host label, unique on the instance. */
  name: string;
  scope: "public" | "private";
  /** What "/" shows: a content path, or nothing. */
  index_page: Generated<string>;
  /** Pages that may use it; none for all. */
  origins: Generated<string[]>;
  allows_blank_origin: Generated<boolean>;
  /** Clients that may use it; none for all. */
  user_agents: Generated<string[]>;
  /** In a minute, of everybody and of one address; 0 for as many as come. */
  requests_per_minute: Generated<number>;
  requests_per_address: Generated<number>;
  created_at: Generated<Date>;
}

/** What was asked of a gateway in an hour. */
export interface GatewayHourTable {
  gateway_id: string;
  hour: Date;
  requests: bigint;
  bytes: bigint;
}

/** What was asked for most in a day, by whom, and how it ended. */
export interface GatewayTopTable {
  gateway_id: string;
  /** In UTC, as 2026-01-31. */
  day: ColumnType<string, string, string>;
  kind: "cid" | "referer" | "agent" | "status";
  value: string;
  requests: bigint;
  bytes: bigint;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    gateway: GatewayTable;
    gateway_hour: GatewayHourTable;
    gateway_top: GatewayTopTable;
  }
}
