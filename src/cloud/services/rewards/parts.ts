import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Teams } from "../teams/service.ts";

export interface Parts {
  readonly ledger: Pick<Ledger, "available" | "post">;
  readonly teams: Pick<Teams, "membership">;
  /** Tests have a clock of their own. */
  now(): Date;
}

/** Whose rewards they are: a person's, kept on the account of the person's own team whatever team is chosen. */
export interface Owner {
  readonly personId: string;
  readonly teamId: string;
}

/** Throws NOT_FOUND for who has no team (any more). */
export const ownerOf = async ({ teams }: Pick<Parts, "teams">, db: Db, personId: string): Promise<Owner> => {
  const own = await teams.membership(db, personId);
  if (!own) throw new AppError("NOT_FOUND");
  return { personId, teamId: own.teamId };
};

/** The UTC day of a moment, as "2026-11-22". */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

export const dayBegan = (moment: Date): Date => new Date(`${dayOf(moment)}T00:00:00Z`);

export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
