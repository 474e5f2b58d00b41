import type { Trx } from "../../engines/database/database.ts";

/** A user joined, left, or was removed from a team. */
export interface ChangedMember {
  readonly teamId: string;
  readonly personId: string;
  readonly change: "joined" | "left" | "removed";
}

/** Called in the transaction of the change. */
export type MemberListener = (trx: Trx, member: ChangedMember) => Promise<void>;

export interface MemberTelling {
  readonly memberChanged: MemberListener;
}
