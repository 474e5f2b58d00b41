import type { Generated } from "kysely";
import type { BilledService, CapBeyond, GrantPackage } from "../../../resources/billing/packages.ts";
import type { BilledResource } from "../../../resources/billing/records.ts";
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
  service: Generated<BilledService | "">;
  /** What of the amount is settled. */
  billed: Generated<bigint>;
}

/** What lies in store now. Storage is a level: it goes up and down with the rows that hold it, in their transaction. */
export interface StorageLevelTable {
  team_id: string;
  resource: StoredResource;
  size_bytes: bigint;
  /** What was stored for how long, until `changed_at`. */
  byte_seconds: Generated<string>;
  changed_at: Generated<Date>;
  /** Until then it is settled, and so much was in store at that moment. */
  settled_at: Generated<Date>;
  settled_bytes: Generated<bigint>;
  /** The most that was ever paid for; of AR_STORAGE only. */
  paid_bytes: Generated<bigint>;
}

/** What was in store from a moment on; gone once it is settled. */
export interface StorageChangeTable {
  number: Generated<bigint>;
  team_id: string;
  resource: StoredResource;
  at: Date;
  size_bytes: bigint;
}

export type StoredResource = "IPFS_STORAGE" | "AR_STORAGE";

export interface AllowanceGrantTable {
  id: string;
  team_id: string;
  package: GrantPackage;
  resource: MeteredResource;
  amount: bigint;
  starts_at: Date;
  ends_at: Date | null;
  /** What of it is used up and settled. */
  consumed: Generated<bigint>;
}

/** Teams whose package resets monthly. */
export interface TeamPackageTable {
  team_id: string;
  package: "FREE" | "STANDARD";
  since: Date;
}

export interface ResourcePriceTable {
  version: Generated<bigint>;
  resource: MeteredResource;
  /** A model, where each has its own price. */
  item: Generated<string>;
  /** LAND×1e18 for `per` bytes, seconds or units; of IPFS_STORAGE, for `per` bytes times microseconds. */
  land: string;
  per: string;
  starts_at: Date;
  created_at: Generated<Date>;
}

/** What one subject used in an hour, and what paid for it: the rows of statements and charts. */
export interface ChargeTable {
  team_id: string;
  resource: BilledResource;
  hour: Date;
  /** 0, or the number of the later settlement that found more of the same hour. */
  part: number;
  subject: string;
  service: BilledService;
  /** Bytes, seconds, units; of IPFS_STORAGE, bytes times microseconds. */
  amount: string;
  from_grants: string;
  /** ×1e18. */
  land: string;
  price_version: bigint;
  /** One for all subjects; null when grants paid for everything. */
  transfer_id: string | null;
  created_at: Generated<Date>;
}

export interface SpendCapTable {
  team_id: string;
  kind: "SERVICE" | "PROJECT";
  /** Name of the service, or id of the project, bucket or gateway. */
  target: string;
  /** LAND×1e18 in a month. */
  land: string;
  /** What happens to visits beyond it. */
  beyond: Generated<CapBeyond>;
}

export interface DunningTable {
  team_id: string;
  began_at: Date;
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
  /** The team into which the account's team was merged; its statement shows this history, too. */
  merged_into: Generated<string | null>;
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
    storage_change: StorageChangeTable;
    team_package: TeamPackageTable;
    resource_price: ResourcePriceTable;
    charge: ChargeTable;
    spend_cap: SpendCapTable;
    dunning: DunningTable;
    ledger_account: LedgerAccountTable;
    ledger_transfer: LedgerTransferTable;
  }
}
