/** Tables of Arweave uploads: objects reference items, and uploads contain items. */
import type { Generated } from "kysely";
import type { ArweaveState } from "../../../../resources/bucket/arweave.ts";

/** Freehold's key, encrypted. */
export interface ArweaveKeyTable {
  only_one: Generated<boolean>;
  sealed: Buffer;
}

/** A signed transaction, stored before it is first posted, so a crash never signs it twice. */
export interface ArweaveUploadTable {
  /** Transaction ID on Arweave. */
  id: string;
  header: unknown;
  /** A bundle's bytes, until it is confirmed. Without a bundle, the data is the file `cid` in the block store. */
  bundle: Buffer | null;
  cid: string | null;
  size_bytes: bigint;
  posted_at: Date | null;
  attempts: Generated<number>;
  next_at: Generated<Date>;
  /** Whether it is unconfirmed and still processed. */
  is_open: Generated<boolean>;
  created_at: Generated<Date>;
}

export type ItemState = "waiting" | "sent" | "confirmed" | "failure" | "timeout";

/** One file on Arweave. Identical bytes of the same type are stored once for all teams. */
export interface ArweaveItemTable {
  id: string;
  /** CID of the file; for generated data, "sha256:" and its hash. */
  source: string;
  content_type: string;
  size_bytes: bigint;
  inline: Buffer | null;
  /** Requested by a deployment: uploaded even if no object references it. */
  kept: boolean;
  /** Set once signed. */
  arweave_id: string | null;
  upload_id: string | null;
  state: ItemState;
  reason: string | null;
  /** The team whose allowance it uses; null for free items. */
  charged_team_id: string | null;
  next_at: Generated<Date>;
  deadline: Date;
  confirmed_at: Date | null;
  created_at: Generated<Date>;
}

/** A version of an object that is stored on Arweave, or queued for it. Outlives the object. */
export interface ArweaveObjectTable {
  id: string;
  team_id: string;
  bucket_id: string;
  bucket: string;
  key: string;
  cid: string;
  content_type: string;
  size_bytes: bigint;
  /** null until the allowance is checked. */
  item_id: string | null;
  state: ArweaveState;
  reason: string | null;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
}

/** A bucket that syncs to Arweave. It is closing until its last queued object is uploaded or has failed. */
export interface ArweaveBucketTable {
  bucket_id: string;
  team_id: string;
  name: string;
  state: "on" | "closing";
  /** Existing objects up to this key are queued; null when all are. */
  scanned_key: string | null;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    arweave_key: ArweaveKeyTable;
    arweave_upload: ArweaveUploadTable;
    arweave_item: ArweaveItemTable;
    arweave_object: ArweaveObjectTable;
    arweave_bucket: ArweaveBucketTable;
  }
}
