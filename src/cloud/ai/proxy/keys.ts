import { randomUUID } from "node:crypto";
import type { AiKey } from "../../../../resources/ai/keys.ts";
import { aiKeysPerTeam } from "../../../../resources/ai/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { countOf } from "../../kernel/calls/list-query.ts";
import { hashOf, randomSecret } from "../../kernel/secrets.ts";
import { isUuid } from "../../kernel/uuid.ts";
import { exceeded, remainingOf, usesOf, type ByPeriod, type KeyUse } from "./limits.ts";

export type KeyRow = RowOf<"ai_key">;

export interface KeyInput {
  readonly name: string;
  readonly limit?: string | null | undefined;
  readonly weeklyLimit?: string | null | undefined;
  readonly dailyLimit?: string | null | undefined;
  readonly models?: readonly string[] | undefined;
}

export const aiKeyPrefix = "fhai_";
const hintLength = 12;

/** Creates a key and returns its secret, which is not stored. Throws LIMIT_REACHED at ten. */
export const createKey = async (trx: Trx, teamId: string, input: KeyInput): Promise<{ id: string; key: string }> => {
  await trx.selectFrom("team").select("id").where("id", "=", teamId).forNoKeyUpdate().executeTakeFirst();
  const existing = await keysOf(trx, teamId).select("id").execute();
  if (existing.length >= aiKeysPerTeam) throw new AppError("LIMIT_REACHED");
  const { key, ...secret } = newSecret();
  const id = randomUUID();
  await trx
    .insertInto("ai_key")
    .values({ id, team_id: teamId, ...columnsOf(input), ...secret })
    .execute();
  return { id, key };
};

/** Returns a key of the team. Throws NOT_FOUND. */
export const findKey = async (db: Db, teamId: string, id: string): Promise<KeyRow> => {
  const row = isUuid(id) ? await keysOf(db, teamId).selectAll().where("id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

export const listKeys = async (db: Db, teamId: string): Promise<AiKey[]> => {
  const rows = await keysOf(db, teamId).selectAll().orderBy("created_at").orderBy("id").execute();
  const uses = await usesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentKey(row, uses.get(row.id)!));
};

export const editKey = async (trx: Trx, teamId: string, id: string, input: KeyInput & { isActive: boolean }) => {
  const existing = await findKey(trx, teamId, id);
  const row = await trx
    .updateTable("ai_key")
    .set({ ...columnsOf(input), is_active: input.isActive })
    .where("id", "=", existing.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentKey(row, (await usesOf(trx, [row.id])).get(row.id)!);
};

/** Replaces the secret. */
export const resetKey = async (trx: Trx, teamId: string, id: string): Promise<{ key: string; name: string }> => {
  const { id: existing, name } = await findKey(trx, teamId, id);
  const { key, ...secret } = newSecret();
  await trx.updateTable("ai_key").set(secret).where("id", "=", existing).execute();
  return { key, name };
};

export const presentKey = (row: KeyRow, use: KeyUse): AiKey => {
  const { used } = use;
  const limits = limitsOf(row);
  return {
    id: row.id,
    name: row.name,
    isActive: row.is_active,
    limit: row.limit_month,
    weeklyLimit: row.limit_week,
    dailyLimit: row.limit_day,
    used: used.monthly.toString(),
    usedThisWeek: used.weekly.toString(),
    usedToday: used.daily.toString(),
    remaining: remainingOf(limits, use)?.toString() ?? null,
    reached: exceeded(limits, { ...use, open: 0n }, 0n) ?? null,
    models: row.models,
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

const columnsOf = ({ name, limit = null, weeklyLimit = null, dailyLimit = null, models = [] }: KeyInput) => ({
  name,
  limit_month: limit,
  limit_week: weeklyLimit,
  limit_day: dailyLimit,
  models: [...new Set(models)],
});

const newSecret = () => {
  const key = aiKeyPrefix + randomSecret();
  return { key, hash: hashOf(key), hint: key.slice(0, hintLength) };
};
