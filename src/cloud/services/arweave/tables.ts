/** What teams keep on Arweave, and how it gets there: objects want items, items travel in uploads. */
import type { Generated } from "kysely";
import type { ArweaveState } from "../../../../resources/bucket/arweave.ts";

/** Freehold's key, encrypted. */
export interface ArweaveKeyTable {
  only_one: Generated<boolean>;
  sealed: Buffer;
}

/** A signed transaction, durable before it is first posted: after a crash the same one is posted again. */
export interface ArweaveUploadTable {
  /** Its id on Arweave. */
  id: string;
  header: unknown;
  /** The bytes of a bundle until they are on Arweave; otherwise the data is the file `cid` of the block store. */
  bundle: Buffer | null;
  cid: string | null;
  size_bytes: bigint;
  posted_at: Date | null;
  attempts: Generated<number>;
  next_at: Generated<Date>;
  /** Whether something still waits for it. */
  is_open: Generated<boolean>;
  created_at: Generated<Date>;
}

export type ItemState = "waiting" | "sent" | "confirmed" | "failure" | "timeout";

/** One file on Arweave. Identical bytes of the same type are stored once for all teams. */
export interface ArweaveItemTable {
  id: string;
  /** CID of the file; for data that Freehold generated, "sha256:" and its hash. */
  source: string;
  content_type: string;
  size_bytes: bigint;
  inline: Buffer | null;
  /** Wanted by a deployment, not by objects alone. */
  kept: boolean;
  /** Known once it is signed. */
  arweave_id: string | null;
  upload_id: string | null;
  state: ItemState;
  reason: string | null;
  /** The team whose allowance it took; null for what is free. */
  charged_team_id: string | null;
  next_at: Generated<Date>;
  deadline: Date;
  confirmed_at: Date | null;
  created_at: Generated<Date>;
}

/** A version of an object that is to be on Arweave, or is. Outlives the object. */
export interface ArweaveObjectTable {
  id: string;
  team_id: string;
  bucket_id: string;
  bucket: string;
  key: string;
  cid: string;
  content_type: string;
  size_bytes: bigint;
  /** null until the allowance was asked. */
  item_id: string | null;
  state: ArweaveState;
  reason: string | null;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
}

/** A bucket whose objects all go to Arweave; it is closing until the last that was queued has got there, or failed. */
export interface ArweaveBucketTable {
  bucket_id: string;
  team_id: string;
  name: string;
  state: "on" | "closing";
  /** Up to here the objects that were there before are queued; null once all are. */
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
