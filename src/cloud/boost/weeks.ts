/** Weeks of rankings: from Monday 00:00 UTC, numbered since 1970, by the database's clock, which also dates the log of points. */
import { sql } from "kysely";
import type { Db } from "../engines/database/database.ts";

/** The current week's number, in SQL. 1970 began on a Thursday, so its first Monday starts week 1. */
export const currentWeek = sql<number>`((extract(epoch from now())::bigint / 86400 + 3) / 7)::int`;

const daysBeforeMonday = 3;

/** Unix seconds at which a week ends. */
const endOf = (week: number): number => ((week + 1) * 7 - daysBeforeMonday) * 86_400;

/** The current week and its end in Unix seconds. */
export const weekNow = async (db: Db): Promise<{ readonly week: number; readonly endsAt: number }> => {
  const { week } = await db.selectNoFrom(currentWeek.as("week")).executeTakeFirstOrThrow();
  return { week, endsAt: endOf(week) };
};
