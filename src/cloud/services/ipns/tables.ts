import type { ColumnType, Generated } from "kysely";

/** An unsigned 64-bit number. */
export type Sequence = ColumnType<string, bigint | string, bigint | string>;

/** A team's name with its current record. */
export interface IpnsNameTable {
  /** k51…: the public key as a CID in base36. */
  key: string;
  team_id: string;
  name: string;
  /** /ipfs/… or /ipns/… */
  value: string;
  /** The encrypted private key. */
  sealed_key: Buffer;
  lifetime_days: number;
  sequence: Sequence;
  record: Buffer;
  expires_at: Date;
  republish_at: Date;
  created_at: Date;
  updated_at: Generated<Date>;
}

/** The newest known record of a foreign name. */
export interface IpnsRecordTable {
  key: string;
  record: Buffer;
  sequence: Sequence;
  expires_at: Date;
  /** When it was submitted or last fetched. */
  fetched_at: Date;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    ipns_name: IpnsNameTable;
    ipns_record: IpnsRecordTable;
  }
}
