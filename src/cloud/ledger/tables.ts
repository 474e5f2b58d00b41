import type { Generated } from "kysely";
import type { BilledService, CapBeyond, GrantPackage } from "../../../resources/billing/packages.ts";
import type { BilledResource } from "../../../resources/billing/records.ts";
import type { MeteredResource } from "../../../resources/limits.ts";
import type { Unit } from "./ledger.ts";

/** Usage in one hour: bytes of traffic, seconds of build time, units … */
export interface UsageBucketTable {
  team_id: string;
  resource: MeteredResource;
  /** Project, key or gateway. */
  subject: string;
  bucket: Date;
  amount: bigint;
  calls: bigint;
  service: Generated<BilledService | "">;
  /** Settled part of the amount. */
  billed: Generated<bigint>;
}

/** Currently stored bytes. Storage is a level: it changes with the rows that contain it, in their transaction. */
export interface StorageLevelTable {
  team_id: string;
  resource: StoredResource;
  size_bytes: bigint;
  /** Bytes × seconds until `changed_at`. */
  byte_seconds: Generated<string>;
  changed_at: Generated<Date>;
  /** Time of the last settlement, and the level at that moment. */
  settled_at: Generated<Date>;
  settled_bytes: Generated<bigint>;
  /** Highest level ever paid for; of AR_STORAGE only. */
  paid_bytes: Generated<bigint>;
}

/** The level from a moment on; deleted once it is settled. */
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
  /** Consumed and settled amount. */
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
  /** A model, if each has its own price. */
  item: Generated<string>;
  /** LAND×1e18 per `per` bytes, seconds or units; for IPFS_STORAGE, per `per` bytes × microseconds. */
  land: string;
  per: string;
  starts_at: Date;
  created_at: Generated<Date>;
}

/** One subject's usage in an hour and its payment: the rows of statements and charts. */
export interface ChargeTable {
  team_id: string;
  resource: BilledResource;
  hour: Date;
  /** 0, or the number of the later settlement that found more usage in the same hour. */
  part: number;
  subject: string;
  service: BilledService;
  /** Bytes, seconds, units; for IPFS_STORAGE, bytes × microseconds. */
  amount: string;
  from_grants: string;
  /** ×1e18. */
  land: string;
  price_version: bigint;
  /** One for all subjects; null if grants paid for everything. */
  transfer_id: string | null;
  created_at: Generated<Date>;
}

export interface SpendCapTable {
  team_id: string;
  kind: "SERVICE" | "PROJECT";
  /** Name of the service, or ID of the project, bucket or gateway. */
  target: string;
  /** LAND×1e18 per month. */
  land: string;
  /** What happens to visits above the cap. */
  beyond: Generated<CapBeyond>;
}

export interface DunningTable {
  team_id: string;
  began_at: Date;
}

export interface LedgerAccountTable {
  id: Generated<bigint>;
  /** team:<id>, debt:<team id>, or the name of a system account. */
  code: string;
  team_id: string | null;
  unit: Unit;
  /** Only for teams' accounts; others follow from the transfers. */
  balance: Generated<string>;
  held: Generated<string>;
  minimum: string | null;
  /** Team that the account's team was merged into; its statement includes this history. */
  merged_into: Generated<string | null>;
  created_at: Generated<Date>;
}

/** Written only by the database function ledger_move, and never changed. */
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
  /** Balance of a team's account afterwards. */
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
