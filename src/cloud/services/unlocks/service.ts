/** A team's progress: features unlocked by activation or a first deposit, both proven on-chain. */
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";

export interface Unlocks {
  /** Throws NOT_ACTIVATED (100077) unless the account of the team's owner is activated. */
  needsActivation(db: Db, teamId: string): Promise<void>;
  /** Whether dedicated gateways are unlocked by the first deposit. */
  hasDeposited(db: Db, teamId: string): Promise<boolean>;
  /** Returns when these users first activated or deposited, in Unix seconds; users who did neither are missing. */
  since(db: Db, personIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Unix seconds by user. */
type Since = (db: Db, personIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

interface Deps {
  readonly activation: { isActivated(db: Db, teamId: string): Promise<boolean>; readonly since: Since };
  readonly deposits: { hasDeposited(db: Db, teamId: string): Promise<boolean>; readonly firstSince: Since };
}

export const createUnlocks = ({ activation, deposits }: Deps): Unlocks => ({
  needsActivation: async (db, teamId) => {
    if (!(await activation.isActivated(db, teamId))) throw new AppError("NOT_ACTIVATED");
  },
  hasDeposited: deposits.hasDeposited,
  since: async (db, personIds) => {
    const [activated, deposited] = await Promise.all([
      activation.since(db, personIds),
      deposits.firstSince(db, personIds),
    ]);
    const earlier = ([id, since]: readonly [string, number]) =>
      [id, Math.min(since, activated.get(id) ?? since)] as const;
    return new Map([...activated, ...[...deposited].map(earlier)]);
  },
});
