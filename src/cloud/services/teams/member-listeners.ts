import type { Trx } from "../../engines/database/database.ts";

/** Somebody came into a team, left it, or was removed from it. */
export interface ChangedMember {
  readonly teamId: string;
  readonly personId: string;
  readonly change: "joined" | "left" | "removed";
}

/** Called in the transaction that brings it about. */
export type MemberListener = (trx: Trx, member: ChangedMember) => Promise<void>;

export interface MemberTelling {
  readonly memberChanged: MemberListener;
}
