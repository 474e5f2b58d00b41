import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { ImportedTree } from "../../engines/blocks/blocks.ts";
import type { ListedFile } from "./digests.ts";

/** An upload under way, or one that was published not long ago. */
export interface UploadTable {
  id: string;
  team_id: string;
  kind: "folder" | "zip";
  /** Path, size and perhaps digest of each file, in the order in which their bytes come. None of an upload known before. */
  files: JSONColumnType<ListedFile[]>;
  size_bytes: bigint;
  /** What lies safely in the staging file. */
  received_bytes: bigint;
  /** What it became; asked again, the answer is the same. */
  published: ColumnType<ImportedTree | null, string | null, string>;
  touched_at: Date;
  /** Of kind, paths, sizes and contents, if the sender stated them. */
  digest: Buffer | null;
  /** So long the files of an upload known before are kept for its deployment. */
  promised_until: Date | null;
}

/** What an upload became that a team may send again. */
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
