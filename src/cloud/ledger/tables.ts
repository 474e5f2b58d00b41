import type { Generated } from "kysely";
import type { MeteredResource } from "../../../resources/limits.ts";
import type { Unit } from "./ledger.ts";

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

export interface LedgerAccountTable {
  id: Generated<bigint>;
  /** team:<id>, debt:<id of the team>, or the name of a system account. */
  code: string;
  team_id: string | null;
  unit: Unit;
  /** Of a team's accounts only; the others' follow from the transfers. */
  balance: Generated<string>;
  held: Generated<string>;
  minimum: string | null;
  created_at: Generated<Date>;
}

/** Written by the database's function ledger_move alone, and never changed. */
export interface LedgerTransferTable {
  id: string;
  number: Generated<bigint>;
  kind: "post" | "hold" | "capture" | "release";
  from_id: bigint;
  to_id: bigint;
  unit: Unit;
  amount: string;
  hold_id: string | null;
  expires_at: Date | null;
  reason: string;
  ref: Record<string, unknown>;
  /** Balance after it, of a team's account. */
  from_balance: string | null;
  to_balance: string | null;
  created_at: Date;
}

declare module "../engines/database/tables.ts" {
  interface Tables {
    usage_bucket: UsageBucketTable;
    storage_level: StorageLevelTable;
    allowance_grant: AllowanceGrantTable;
    ledger_account: LedgerAccountTable;
    ledger_transfer: LedgerTransferTable;
  }
}
