import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";

/** Returns the requests per key since a moment (to the hour). */
export const requestsSince = async (db: Db, keyIds: readonly string[], since: Date): Promise<Map<string, number>> => {
  if (keyIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("rpc_count")
    .select(["key_id", sql<bigint>`sum(requests)::int8`.as("requests")])
    .where("key_id", "in", [...keyIds])
    .where("hour", ">=", since)
    .groupBy("key_id")
    .execute();
  return new Map(rows.map(({ key_id, requests }) => [key_id, Number(requests)]));
};

/** Returns a key's compute units since midnight (UTC). */
export const unitsToday = async (db: Db, keyId: string): Promise<bigint> => {
  const midnight = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000);
  const { units } = await db
    .selectFrom("rpc_count")
    .select(sql<bigint>`coalesce(sum(units), 0)::int8`.as("units"))
    .where("key_id", "=", keyId)
    .where("hour", ">=", midnight)
    .executeTakeFirstOrThrow();
  return units;
};
