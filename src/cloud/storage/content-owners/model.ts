/** Public types of the content owners service. */
import type { Trx, Db } from "../../engines/database/database.ts";
import type { Duty } from "../../kernel/duties.ts";
import type { Visibility } from "./visibility.ts";

/** "held" keeps a root, "busy" postpones the decision; others may be deleted. */
export type ReferenceStates = ReadonlyMap<string, "held" | "busy">;

export interface ContentOwners extends Visibility {
  /**
   * Adds one holder (an object, snapshot or pin) for each root and for its parts. The transaction must have recorded or
   * kept the roots (`blocks.keepRoot`). Roots new to the team count toward its storage. Throws ALLOWANCE_USED_UP; the
   * caller must then roll back the transaction.
   */
  add(trx: Trx, teamId: string, roots: readonly Held[]): Promise<void>;
  /** Removes one holder. Content without holders is deleted soon after the commit. */
  drop(trx: Trx, teamId: string, cids: readonly string[]): Promise<void>;
  /** Queues roots for deletion. They are deleted once neither holders nor reference checks need them. */
  discard(trx: Trx, cids: readonly string[]): Promise<void>;
  /** Whether any team holds a root. Does not include deployments. */
  isHeld(db: Db, cid: string): Promise<boolean>;
  /** Adds a check for other references to roots, run before their deletion. */
  addReferenceCheck(answer: (trx: Trx, cids: readonly string[]) => Promise<ReferenceStates>): void;
  /** Releases everything a team holds when the team is deleted. */
  removeTeam(trx: Trx, teamId: string): Promise<void>;
  /** Deletes released content without holders. Safe to run at any time, by several processes. */
  clear(): Promise<void>;
  readonly duties: readonly Duty[];
}

export interface Held {
  readonly cid: string;
  readonly sizeBytes: number;
  /** Bytes of a composed root without its parts. Default: its size minus the sizes of its parts. */
  readonly ownBytes?: number;
}
