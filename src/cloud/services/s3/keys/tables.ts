import type { Generated } from "kysely";
import type { KeyPermission } from "../../../../../resources/bucket/access-key-calls.ts";

export interface AccessKeyTable {
  access_key: string;
  team_id: string;
  person_id: string;
  kind: "SERVICE" | "MASTER" | "SESSION";
  name: string;
  /** Encrypted, not hashed: verifying a signature needs the secret. */
  secret: Buffer;
  /** SHA-256 of a session's token. */
  token_hash: Buffer | null;
  /** Empty for all buckets. */
  buckets: string[];
  prefixes: string[];
  /** The only object readable with a share link. */
  object_key: string | null;
  permissions: KeyPermission[];
  expires_at: Date | null;
  used_at: Date | null;
  created_at: Generated<Date>;
}

declare module "../../../engines/database/tables.ts" {
  interface Tables {
    access_key: AccessKeyTable;
  }
}
