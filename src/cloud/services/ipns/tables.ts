import type { ColumnType, Generated } from "kysely";

/** An unsigned number of 64 bits. */
export type Sequence = ColumnType<string, bigint | string, bigint | string>;

/** A name of a team, with the record that is valid now. */
export interface IpnsNameTable {
  /** k51…: the public key as a CID in base36. */
  key: string;
  team_id: string;
  name: string;
  /** /ipfs/… or /ipns/… */
  value: string;
  /** The private key, locked by the secret box. */
  sealed_key: Buffer;
  lifetime_days: number;
  sequence: Sequence;
  record: Buffer;
  expires_at: Date;
  republish_at: Date;
  created_at: Date;
  updated_at: Generated<Date>;
}

/** The newest record known of a name that is not ours. */
export interface IpnsRecordTable {
  key: string;
  record: Buffer;
  sequence: Sequence;
  expires_at: Date;
  /** When it was brought, or last fetched. */
  fetched_at: Date;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    ipns_name: IpnsNameTable;
    ipns_record: IpnsRecordTable;
  }
}
