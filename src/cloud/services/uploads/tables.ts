import type { ColumnType, JSONColumnType } from "kysely";
import type { ImportedTree } from "../../engines/blocks/blocks.ts";

/** An upload under way, or one that was published not long ago. */
export interface UploadTable {
  id: string;
  team_id: string;
  kind: "folder" | "zip";
  /** Path and size of each file, in the order in which their bytes come. */
  files: JSONColumnType<[path: string, sizeBytes: number][]>;
  size_bytes: bigint;
  /** What lies safely in the staging file. */
  received_bytes: bigint;
  /** What it became; asked again, the answer is the same. */
  published: ColumnType<ImportedTree | null, null, string>;
  touched_at: Date;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    upload: UploadTable;
  }
}
