import { AppError } from "../kernel/app-error.ts";
import type { Db } from "../engines/database/database.ts";
import type { Ledger } from "../billing/ledger/ledger.ts";
import type { Teams } from "../account/teams/service.ts";

export interface Deps {
  readonly ledger: Pick<Ledger, "available" | "post">;
  readonly teams: Pick<Teams, "membership">;
  /** Replaced in tests. */
  now(): Date;
}

/** Owner of rewards: a user, with the points on their own team's account, whichever team is selected. */
export interface Owner {
  readonly personId: string;
  readonly teamId: string;
}

/** Throws NOT_FOUND for a user without a team. */
export const ownerOf = async ({ teams }: Pick<Deps, "teams">, db: Db, personId: string): Promise<Owner> => {
  const own = await teams.membership(db, personId);
  if (!own) throw new AppError("NOT_FOUND");
  return { personId, teamId: own.teamId };
};

/** The UTC day of a time, as "2026-11-22". */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

export const startOfDay = (moment: Date): Date => new Date(`${dayOf(moment)}T00:00:00Z`);
