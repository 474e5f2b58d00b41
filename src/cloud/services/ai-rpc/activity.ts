/** Requests made with a key. */
import { sql } from "kysely";
import { aiActivityDays, playgroundKey } from "../../../../resources/ai-rpc/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { countOf, onPage, type PageQuery } from "../list-query.ts";

type ActivityQuery = PageQuery & { model?: string | undefined };

/** Lists completed requests, newest first. */
export const listActivity = async (db: Db, keyId: string, { model, ...page }: ActivityQuery) => {
  const ended = db.selectFrom("ai_call").where("key_id", "=", keyId).where("outcome", "!=", "open");
  const matching = model === undefined ? ended : ended.where("model", "=", model);
  const rows = await matching.selectAll().orderBy("created_at", "desc").orderBy("id").$call(onPage(page)).execute();
  return { items: rows.map(present), total: await countOf(matching.select("id") as never) };
};

/** Lists completed requests of all keys of a team. */
export const listTeamActivity = async (db: Db, teamId: string, { model, ...page }: ActivityQuery) => {
  const ended = db
    .selectFrom("ai_call")
    .innerJoin("ai_key", "ai_key.id", "key_id")
    .where("team_id", "=", teamId)
    .where("outcome", "!=", "open");
  const matching = model === undefined ? ended : ended.where("model", "=", model);
  const rows = await matching
    .selectAll("ai_call")
    .select(["ai_key.name as key_name", "is_playground"])
    .orderBy("ai_call.created_at", "desc")
    .orderBy("ai_call.id")
    .$call(onPage(page))
    .execute();
  const items = rows.map((row) => ({
    ...present(row),
    keyId: row.is_playground ? playgroundKey : row.key_id,
    keyName: row.key_name,
  }));
  return { items, total: await countOf(matching.select("ai_call.id") as never) };
};

const present = (row: RowOf<"ai_call">) => ({
  id: row.id,
  createdAt: Math.floor(row.created_at.getTime() / 1000),
  model: row.model,
  inputTokens: Number(row.input_tokens),
  outputTokens: Number(row.output_tokens),
  cost: row.cost,
  firstTokenMs: row.first_token_ms,
  speed: row.speed,
  // "open" was excluded above.
  outcome: row.outcome as "done" | "broken" | "failed",
});

/** Deletes requests beyond the retention. Their costs remain in the key's daily totals and in the ledger. */
export const dropOldCalls = async (db: Db): Promise<void> => {
  await sql`delete from ai_call where created_at < now() - make_interval(days => ${aiActivityDays})`.execute(db);
};
