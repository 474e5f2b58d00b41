/** A root that a team holds, however many of its objects, snapshots or pins do: it is counted to the team once. */
export interface HoldingTable {
  team_id: string;
  cid: Buffer;
  holders: bigint;
  size_bytes: bigint;
}

/** A root that somebody let go: dropped soon, unless another holds it. */
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
