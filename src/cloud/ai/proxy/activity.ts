/** Requests made with a key. */
import { sql } from "kysely";
import { aiRequests, type AiRequest } from "../../../../resources/ai/key-calls.ts";
import { aiActivityDays, playgroundKey } from "../../../../resources/ai/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import { present } from "../../kernel/calls/present.ts";
import { countOf, onPage, type PageQuery } from "../../kernel/calls/list-query.ts";

type ActivityQuery = PageQuery & { model?: string | undefined };

/** Open requests are not listed. */
type Ended = Pick<AiRequest, "outcome">;

/** Lists completed requests, newest first. */
export const listActivity = async (db: Db, keyId: string, { model, ...page }: ActivityQuery) => {
  const ended = db.selectFrom("ai_call").where("key_id", "=", keyId).where("outcome", "!=", "open");
  const matching = model === undefined ? ended : ended.where("model", "=", model);
  const rows = await matching
    .selectAll()
    .$narrowType<Ended>()
    .orderBy("created_at", "desc")
    .orderBy("id")
    .$call(onPage(page))
    .execute();
  return {
    items: rows.map((row) => present(aiRequests.schema, row)),
    total: await countOf(matching.select("id") as never),
  };
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
    .$narrowType<Ended>()
    .orderBy("ai_call.created_at", "desc")
    .orderBy("ai_call.id")
    .$call(onPage(page))
    .execute();
  const items = rows.map((row) => ({
    ...present(aiRequests.schema, row),
    keyId: row.is_playground ? playgroundKey : row.key_id,
    keyName: row.key_name,
  }));
  return { items, total: await countOf(matching.select("ai_call.id") as never) };
};

/** Deletes requests beyond the retention. Their costs remain in the key's daily totals and in the ledger. */
export const dropOldCalls = async (db: Db): Promise<void> => {
  await sql`delete from ai_call where created_at < now() - make_interval(days => ${aiActivityDays})`.execute(db);
};
