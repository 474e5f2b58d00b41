import type { ColumnType, Generated } from "kysely";
import type { PinState } from "../../../../resources/bucket/pins.ts";

export interface PinTable {
  /** `requestid` of the IPFS Pinning Service API. */
  id: string;
  team_id: string;
  /** As it was given. */
  cid: string;
  /** The same as CIDv1 in base32. */
  root: string;
  name: string | null;
  /** Written as JSON text. */
  origins: ColumnType<string[], string, string>;
  meta: ColumnType<Record<string, string>, string, string>;
  status: Generated<PinState>;
  details: Generated<string>;
  /** Once it is pinned. */
  size_bytes: bigint | null;
  attempts: Generated<number>;
  /** Root of the pin that this one replaces: held until this one has its own content. */
  replaced_root: string | null;
  /** In whole milliseconds, and each only once in a team: lists are paged by it. */
  created_at: Date;
  updated_at: Generated<Date>;
}

/** The cloud's own name among peers. */
export interface PinningPeerTable {
  only_one: Generated<boolean>;
  peer_id: string;
  sealed_key: Buffer;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    pin: PinTable;
    pinning_peer: PinningPeerTable;
  }
}
