import type { ColumnType, Generated } from "kysely";

export interface GatewayTable {
  id: string;
  team_id: string;
  /** Host label, unique on the instance. */
  name: string;
  scope: "public" | "private";
  /** Content path of the page at "/"; "" for none. */
  index_page: Generated<string>;
  /** Allowed origins; empty for all. */
  origins: Generated<string[]>;
  allows_blank_origin: Generated<boolean>;
  /** Allowed user agents; empty for all. */
  user_agents: Generated<string[]>;
  /** Requests per minute, in total; `requests_per_address` is the limit per address. 0 is unlimited. */
  requests_per_minute: Generated<number>;
  requests_per_address: Generated<number>;
  created_at: Generated<Date>;
}

/** Traffic of a gateway in an hour. */
export interface GatewayHourTable {
  gateway_id: string;
  hour: Date;
  requests: bigint;
  bytes: bigint;
}

/** Most frequent CIDs, referrers, clients and statuses of a day. */
export interface GatewayTopTable {
  gateway_id: string;
  /** UTC date, such as 2026-01-31. */
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
