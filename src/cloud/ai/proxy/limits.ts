/** Usage of a key's limits by calendar day, week from Monday, and month (UTC). */
import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";

export const periods = ["daily", "weekly", "monthly"] as const;
export type Period = (typeof periods)[number];

/** LAND×1e18. */
export type ByPeriod<T> = Readonly<Record<Period, T>>;

export interface KeyUse {
  readonly used: ByPeriod<bigint>;
  /** Held for pending requests. */
  readonly open: bigint;
  readonly total: bigint;
}

/** Reads usage in one statement, so that a request that ends meanwhile is counted once: as open or as used. */
export const usesOf = async (db: Db, keyIds: readonly string[]): Promise<ReadonlyMap<string, KeyUse>> => {
  const { rows } = await sql<{ id: string; day: string; week: string; month: string; open: string; total: string }>`
    select key.id, (
        select coalesce(sum(held), 0) from ai_call where key_id = key.id and outcome = 'open' and expires_at > now()
      )::text as open,
      coalesce(sum(land) filter (where day >= today), 0)::text as day,
      coalesce(sum(land) filter (where day >= date_trunc('week', today)), 0)::text as week,
      coalesce(sum(land) filter (where day >= date_trunc('month', today)), 0)::text as month,
      coalesce(sum(land), 0)::text as total
    from unnest(${[...keyIds]}::uuid[]) as key (id)
      cross join (select date_trunc('day', clock_timestamp() at time zone 'utc') as today) as clock
      left join ai_key_day on key_id = key.id
    group by key.id
  `.execute(db);
  return new Map(
    rows.map(({ id, day, week, month, open, total }) => [
      id,
      {
        used: { daily: BigInt(day), weekly: BigInt(week), monthly: BigInt(month) },
        open: BigInt(open),
        total: BigInt(total),
      },
    ]),
  );
};

/** Returns the limit that an additional amount would exceed, shortest period first. */
export const exceeded = (limits: ByPeriod<bigint | null>, use: KeyUse, land: bigint): Period | undefined =>
  periods.find((period) => {
    const limit = limits[period];
    if (limit === null) return false;
    const after = use.used[period] + use.open + land;
    // A key at its limit is inactive, also for free models.
    return after > limit || use.used[period] >= limit;
  });

/** Returns the lowest remaining amount; null without a limit. */
export const remainingOf = (limits: ByPeriod<bigint | null>, { used }: KeyUse): bigint | null => {
  const left = periods.flatMap((period) => (limits[period] === null ? [] : [limits[period] - used[period]]));
  const [first, ...others] = left;
  if (first === undefined) return null;
  const least = others.reduce((a, b) => (a < b ? a : b), first);
  return least > 0n ? least : 0n;
};
