import { randomUUID } from "node:crypto";
import { AppError } from "../../kernel/app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { countOf } from "../../kernel/calls/list-query.ts";
import { hashOf, randomSecret } from "../../kernel/secrets.ts";
import { isUuid } from "../../kernel/uuid.ts";
import { exceeded, remainingOf, type ByPeriod, type KeyUse } from "./limits.ts";

export type KeyRow = RowOf<"ai_key">;

export const aiKeyPrefix = "fhai_";
const hintLength = 12;

/** Returns a key of the team. Throws NOT_FOUND. */
export const findKey = async (db: Db, teamId: string, id: string): Promise<KeyRow> => {
  const row = isUuid(id) ? await keysOf(db, teamId).selectAll().where("id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

/** Returns the fields of a key that tell what it has used. */
export const usageOf = (row: KeyRow, use: KeyUse) => {
  const { used } = use;
  const limits = limitsOf(row);
  return {
    used: used.monthly.toString(),
    usedThisWeek: used.weekly.toString(),
    usedToday: used.daily.toString(),
    remaining: remainingOf(limits, use)?.toString() ?? null,
    reached: exceeded(limits, { ...use, open: 0n }, 0n) ?? null,
  };
};

export const limitsOf = (row: Pick<KeyRow, "limit_day" | "limit_week" | "limit_month">): ByPeriod<bigint | null> => ({
  daily: row.limit_day === null ? null : BigInt(row.limit_day),
  weekly: row.limit_week === null ? null : BigInt(row.limit_week),
  monthly: row.limit_month === null ? null : BigInt(row.limit_month),
});

/** Returns the internal key of the team's dashboard requests, which has no limits. Created with the first request. */
export const playgroundKeyOf = async (db: Db, teamId: string): Promise<KeyRow> => {
  const existing = await findPlayground(db, teamId);
  if (existing) return existing;
  const { hash } = newSecret();
  await db
    .insertInto("ai_key")
    .values({ id: randomUUID(), team_id: teamId, name: "Playground", models: [], hash, hint: "", is_playground: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findPlayground(db, teamId))!;
};

export const findPlayground = (db: Db, teamId: string): Promise<KeyRow | undefined> =>
  db
    .selectFrom("ai_key")
    .selectAll()
    .where("team_id", "=", teamId)
    .where("is_playground", "=", true)
    .executeTakeFirst();

/** Counts the keys without the playground's. */
export const countAiKeys = (db: Db, teamId: string): Promise<number> => countOf(keysOf(db, teamId));

const keysOf = (db: Db, teamId: string) =>
  db.selectFrom("ai_key").where("team_id", "=", teamId).where("is_playground", "=", false);

/** Returns a new key with the columns to store. */
export const newSecret = () => {
  const key = aiKeyPrefix + randomSecret();
  return { key, hash: hashOf(key), hint: key.slice(0, hintLength) };
};
