import type { Generated } from "kysely";
import type { MeteredResource } from "../../../resources/limits.ts";

/** What flowed in one hour: bytes of traffic, seconds of build time, units … */
export interface UsageBucketTable {
  team_id: string;
  resource: MeteredResource;
  /** Project, key or gateway that used it. */
  subject: string;
  bucket: Date;
  amount: bigint;
  calls: bigint;
}

/** What lies in store now. Storage is a level: it goes up and down with the rows that hold it, in their transaction. */
export interface StorageLevelTable {
  team_id: string;
  resource: StoredResource;
  size_bytes: bigint;
  /** What was stored for how long, until `changed_at`. */
  byte_seconds: Generated<string>;
  changed_at: Generated<Date>;
}
export type StoredResource = "IPFS_STORAGE" | "AR_STORAGE";

export interface AllowanceGrantTable {
  id: string;
  team_id: string;
  package: "TRIAL" | "STANDARD";
  resource: MeteredResource;
  amount: bigint;
  starts_at: Date;
  ends_at: Date | null;
}

declare module "../engines/database/tables.ts" {
  interface Tables {
    usage_bucket: UsageBucketTable;
    storage_level: StorageLevelTable;
    allowance_grant: AllowanceGrantTable;
  }
}
