/** How far a team has come: what an activated account, or a first deposit, unlocks. */
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";

export interface Standing {
  /** Throws NOT_ACTIVATED (100077) unless the team's account is activated. */
  needsActivation(db: Db, teamId: string): Promise<void>;
  /** Whether dedicated gateways are unlocked: by the first deposit. */
  hasDeposited(db: Db, teamId: string): Promise<boolean>;
}

/** While the cloud has no chain, nobody could activate an account or deposit anything: nothing is locked. */
export const createOpenStanding = (): Standing => ({
  needsActivation: async () => undefined,
  hasDeposited: async () => true,
});

/** Everything that needs activation or a deposit is locked, for everybody. */
export const createLockedStanding = (): Standing => ({
  needsActivation: async () => {
    throw new AppError("NOT_ACTIVATED");
  },
  hasDeposited: async () => false,
});
