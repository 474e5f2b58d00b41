import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";
import { prepared } from "../../engines/database/prepared.ts";
import type { SharedCounts } from "./limits.ts";

interface Row {
  readonly call: string;
  readonly caller: string;
  readonly granted: number;
  readonly ends_in_ms: number;
}

/** What the window before used above its limit, less the windows that have passed since; or what this window has used. */
const usedBefore = sql`case
  when counted.ends_at > now() then counted.calls
  else greatest(0, counted.calls - excluded.most * (1 + floor(least(1000,
    extract(epoch from now() - counted.ends_at) / extract(epoch from excluded.ends_at - now())))))::int
end`;
/** Used by the process before its first lease. */
const usedAlone = sql`(excluded.calls - excluded.granted)`;
const granted = sql`case
  when (${usedBefore}) = 0 then excluded.granted
  else greatest(0, least(excluded.granted, excluded.most - (${usedBefore}) - ${usedAlone}))
end`;

/** Counts in the table `call_count`, one statement for all leases. */
export const databaseCounts = (db: Db): SharedCounts => ({
  lease: async (asks) => {
    const column = <T>(read: (ask: (typeof asks)[number]) => T): T[] => asks.map(read);
    // In the order of the key, so that processes that lease the same callers don't wait for each other in a circle.
    const { rows } = await sql<Row>`${prepared}
      insert into call_count as counted (call, caller, calls, granted, most, ends_at)
      select call, caller, units + used, units, most, now() + window_ms * interval '1 ms'
      from unnest(
        ${column(({ limit }) => limit.name)}::text[],
        ${column(({ caller }) => caller)}::text[],
        ${column(({ units }) => units)}::int[],
        ${column(({ used }) => used)}::int[],
        ${column(({ limit }) => limit.max)}::int[],
        ${column(({ limit }) => limit.windowMs)}::int[]
      ) as ask (call, caller, units, used, most, window_ms)
      order by call, caller
      on conflict (call, caller) do update set
        calls = (${usedBefore}) + ${usedAlone} + (${granted}),
        granted = ${granted},
        most = excluded.most,
        ends_at = case when counted.ends_at > now() then counted.ends_at else excluded.ends_at end
      returning call, caller, granted, (extract(epoch from ends_at - now()) * 1000)::float8 as ends_in_ms
    `.execute(db);
    const found = new Map(rows.map((row) => [`${row.call} ${row.caller}`, row]));
    return asks.map(({ limit, caller }) => {
      const row = found.get(`${limit.name} ${caller}`)!;
      // A transaction that waited for another one has an earlier now().
      return { units: row.granted, endsInMs: Math.min(row.ends_in_ms, limit.windowMs) };
    });
  },
});

/** Deletes counts of past windows. */
export const sweepCounts = async (db: Db): Promise<void> => {
  await sql`delete from call_count where ends_at < now() - interval '1 minute'`.execute(db);
};
