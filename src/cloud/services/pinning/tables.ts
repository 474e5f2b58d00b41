import type { ColumnType, Generated } from "kysely";
import type { PinState } from "../../../../resources/bucket/pins.ts";

export interface PinTable {
  /** `requestid` of the IPFS Pinning Service API. */
  id: string;
  team_id: string;
  /** CID as sent by the client. */
  cid: string;
  /** The same CID as base32 CIDv1. */
  root: string;
  name: string | null;
  /** Written as JSON text. */
  origins: ColumnType<string[], string, string>;
  meta: ColumnType<Record<string, string>, string, string>;
  status: Generated<PinState>;
  details: Generated<string>;
  /** Set once pinned. */
  size_bytes: bigint | null;
  attempts: Generated<number>;
  /** Root of the replaced pin, held until this pin has its content. */
  replaced_root: string | null;
  /** In whole milliseconds and unique in a team, for pagination. */
  created_at: Date;
  updated_at: Generated<Date>;
}

/** This server's peer ID and key. */
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
