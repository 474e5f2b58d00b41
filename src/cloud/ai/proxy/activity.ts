/** Requests made with a key. */
import { sql } from "kysely";
import { aiRequests, aiTeamRequests } from "../../../../resources/ai/key-calls.ts";
import { aiActivityDays, playgroundKey } from "../../../../resources/ai/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { tableRoutes, type AllRules } from "../../kernel/calls/table-routes.ts";
import { findPlayground } from "./keys.ts";

/** Open requests are not listed. */
const completed = {
  team: null,
  parent: { table: "ai_key", column: "key_id", param: "id" },
  where: (rows) => rows.where("outcome", "!=", "open"),
} satisfies Partial<AllRules<typeof aiRequests, "ai_call">>;

/** Routes of the completed requests with one key, and with all keys of a team. */
export const requestRoutes: readonly Route[] = [
  ...tableRoutes(aiRequests, "ai_call", {
    ...completed,
    verbs: ({ list }) => ({
      list: async (context) => {
        const { db, caller, params } = context;
        if (params.id !== playgroundKey) return list(context);
        const playground = await findPlayground(db, caller.teamId);
        return playground ? list({ ...context, params: { id: playground.id } }) : { total: 0, items: [] };
      },
    }),
  }),
  ...tableRoutes(aiTeamRequests, "ai_call", {
    ...completed,
    columns: {
      keyId: sql`(select case when is_playground then ${playgroundKey} else id::text end from ai_key where id = key_id)`,
      keyName: sql`(select name from ai_key where id = key_id)`,
    },
  }),
];

/** Deletes requests beyond the retention. Their costs remain in the key's daily totals and in the ledger. */
export const dropOldCalls = async (db: Db): Promise<void> => {
  await sql`delete from ai_call where created_at < now() - make_interval(days => ${aiActivityDays})`.execute(db);
};
