import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { ImportedTree } from "../../engines/blocks/blocks.ts";
import type { ListedFile } from "./digests.ts";

/** An open or recently published upload. */
export interface UploadTable {
  id: string;
  team_id: string;
  kind: "folder" | "zip";
  /** Path, size and optional digest of each file, in the order of their content. Empty for a known upload. */
  files: JSONColumnType<ListedFile[]>;
  size_bytes: bigint;
  /** Bytes stored durably in the staging file. */
  received_bytes: bigint;
  /** The published tree. */
  published: ColumnType<ImportedTree | null, string | null, string>;
  touched_at: Date;
  /** Digest of kind, paths, sizes and contents, if the client declared digests. */
  digest: Buffer | null;
  /** Until when the files of a known upload are kept for its deployment. */
  promised_until: Date | null;
}

/** Result of a previous upload, reused if the team sends the same files. */
export interface KnownUploadTable {
  team_id: string;
  digest: Buffer;
  cid: string;
  file_count: number;
  size_bytes: bigint;
  used_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    upload: UploadTable;
    known_upload: KnownUploadTable;
  }
}
