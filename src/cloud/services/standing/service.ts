/** How far a team has come: what an activated account, or a first deposit, unlocks. Both are proved by chains. */
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";

export interface Standing {
  /** Throws NOT_ACTIVATED (100077) unless the account of the team's owner is activated. */
  needsActivation(db: Db, teamId: string): Promise<void>;
  /** Whether dedicated gateways are unlocked: by the first deposit. */
  hasDeposited(db: Db, teamId: string): Promise<boolean>;
}

interface Parts {
  readonly activation: { isActivated(db: Db, teamId: string): Promise<boolean> };
  readonly deposits: { hasDeposited(db: Db, teamId: string): Promise<boolean> };
}

export const createStanding = ({ activation, deposits }: Parts): Standing => ({
  needsActivation: async (db, teamId) => {
    if (!(await activation.isActivated(db, teamId))) throw new AppError("NOT_ACTIVATED");
  },
  hasDeposited: deposits.hasDeposited,
});
