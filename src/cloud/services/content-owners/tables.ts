/** A root held by a team. It counts once, regardless of the number of objects, snapshots and pins that hold it. */
export interface HoldingTable {
  team_id: string;
  cid: Buffer;
  holders: bigint;
  size_bytes: bigint;
}

/** A released root: deleted soon, unless something else holds it. */
export interface RootDiscardTable {
  cid: Buffer;
  created_at: Date;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    holding: HoldingTable;
    root_discard: RootDiscardTable;
  }
}
