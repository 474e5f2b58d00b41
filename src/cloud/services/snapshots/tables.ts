import type { Generated, GeneratedAlways } from "kysely";

export interface SnapshotTable {
  id: string;
  /** Increases in the order of requests. */
  number: GeneratedAlways<bigint>;
  team_id: string;
  bucket_id: string;
  bucket_name: string;
  prefix: string;
  state: "generating" | "unpin" | "failure";
  /** Binary CIDv1; null until it is generated. */
  cid: Buffer | null;
  size_bytes: Generated<bigint>;
  file_count: Generated<bigint>;
  message: string | null;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    snapshot: SnapshotTable;
  }
}
