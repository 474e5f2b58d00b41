import type { Db } from "../../engines/database/database.ts";
import { gatewayAnalyticsDays, gatewayTopKept } from "../../../../resources/gateway/limits.ts";
import { sql } from "kysely";
import { otherValue, type GatewayCounts, type Tally, type TopKind } from "./counts.ts";

/** Adds counts to the rows of the current hour and day. Ignores deleted gateways. */
export const writeCounts = async (db: Db, counted: ReadonlyMap<string, GatewayCounts>): Promise<void> => {
  const ids = [...counted.keys()];
  if (ids.length === 0) return;
  const now = new Date();
  await db.transaction().execute(async (trx) => {
    // The same lock order everywhere prevents deadlocks.
    const alive = await trx
      .selectFrom("gateway")
      .select("id")
      .where("id", "in", ids)
      .orderBy("id")
      .forKeyShare()
      .execute();
    for (const { id } of alive) {
      const counts = counted.get(id)!;
      await addHour(trx, id, hourOf(now), counts);
      for (const [kind, tallies] of Object.entries(counts.tops) as [TopKind, Map<string, Tally>][]) {
        if (tallies.size > 0) await addTops(trx, { id, day: dayOf(now), kind }, tallies);
      }
    }
  });
};

/** Deletes counts older than the retention period. */
export const sweepCounts = async (db: Db): Promise<void> => {
  const oldest = new Date(Date.now() - gatewayAnalyticsDays * 86_400_000);
  await db.deleteFrom("gateway_hour").where("hour", "<", oldest).execute();
  await db.deleteFrom("gateway_top").where("day", "<", dayOf(oldest)).execute();
};

const addHour = async (db: Db, id: string, hour: Date, { requests, bytes }: Tally): Promise<void> => {
  await db
    .insertInto("gateway_hour")
    .values({ gateway_id: id, hour, requests: BigInt(requests), bytes: BigInt(bytes) })
    .onConflict((conflict) =>
      conflict.columns(["gateway_id", "hour"]).doUpdateSet({
        requests: sql`gateway_hour.requests + excluded.requests`,
        bytes: sql`gateway_hour.bytes + excluded.bytes`,
      }),
    )
    .execute();
};

interface Top {
  readonly id: string;
  readonly day: string;
  readonly kind: TopKind;
}

/** Adds tallies to a day. Once a day has the maximum number of values, new ones are combined. */
const addTops = async (db: Db, { id, day, kind }: Top, tallies: ReadonlyMap<string, Tally>): Promise<void> => {
  const existing = await db
    .selectFrom("gateway_top")
    .select("value")
    .where("gateway_id", "=", id)
    .where("day", "=", day)
    .where("kind", "=", kind)
    .execute();
  const values = new Set(existing.map(({ value }) => value));
  const merged = new Map<string, Tally>();
  for (const [value, { requests, bytes }] of tallies) {
    const isKept = values.has(value) || values.size < gatewayTopKept;
    if (isKept) values.add(value);
    const tally = merged.get(isKept ? value : otherValue) ?? { requests: 0, bytes: 0 };
    merged.set(isKept ? value : otherValue, { requests: tally.requests + requests, bytes: tally.bytes + bytes });
  }
  const rows = [...merged].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await db
    .insertInto("gateway_top")
    .values(
      rows.map(([value, { requests, bytes }]) => ({
        gateway_id: id,
        day,
        kind,
        value,
        requests: BigInt(requests),
        bytes: BigInt(bytes),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["gateway_id", "day", "kind", "value"]).doUpdateSet({
        requests: sql`gateway_top.requests + excluded.requests`,
        bytes: sql`gateway_top.bytes + excluded.bytes`,
      }),
    )
    .execute();
};

const hourOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 3_600_000) * 3_600_000);
/** Formats a date in UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
