import { sql } from "kysely";
import { aiKeys } from "../../../../resources/ai/keys.ts";
import { aiUsage, exportAiUsage } from "../../../../resources/ai/usage-calls.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import { fileRoute, route, type Route } from "../../kernel/calls/route.ts";
import type { Standing } from "../../billing/standing/service.ts";
import { requestRoutes } from "./activity.ts";
import { findKey, newSecret, usageOf } from "./keys.ts";
import { usesOf } from "./limits.ts";
import { readUsage, usageLines } from "./usage.ts";

/** Routes for AI RPC keys and their usage. */
export const aiKeyRoutes = (standing: Pick<Standing, "requireNeeds">): Route[] => [
  ...tableRoutes(aiKeys, "ai_key", {
    ascending: true,
    target: "name",
    where: (rows) => rows.where("is_playground", "=", false),
    columns: { limit: sql.ref("limit_month"), weeklyLimit: sql.ref("limit_week"), dailyLimit: sql.ref("limit_day") },
    before: (body) => {
      // What a form leaves out is cleared.
      const given: Partial<typeof body> = body;
      return {
        limit_month: given.limit ?? null,
        limit_week: given.weeklyLimit ?? null,
        limit_day: given.dailyLimit ?? null,
        models: [...new Set(given.models)],
      };
    },
    load: async (rows, { db }) => {
      const uses = await usesOf(
        db,
        rows.map(({ id }) => id),
      );
      return (row) => usageOf(row, uses.get(row.id)!);
    },
    verbs: ({ show, create }) => ({
      show: async (context) => {
        const { db, caller, params } = context;
        const { id, hint, created_at: createdAt } = await findKey(db, caller.teamId, params.id);
        const { total } = (await usesOf(db, [id])).get(id)!;
        return { ...(await show(context)), key: hint, createdAt: secondsOf(createdAt), totalUsed: total.toString() };
      },
      create: async (context) => {
        await standing.requireNeeds(context.db, context.caller.teamId, aiKeys);
        const { key, ...secret } = newSecret();
        const { id } = await create(context, secret);
        return { id, key };
      },
    }),
    actions: ({ change }) => ({
      reset: async (context) => {
        const { key, ...secret } = newSecret();
        await change(context, () => secret);
        return { key };
      },
    }),
  }),
  ...requestRoutes,
  route(aiUsage, ({ db, caller, query }) => readUsage(db, caller.teamId, query)),
  fileRoute(exportAiUsage, ({ db, caller, query }) => usageLines(db, caller.teamId, query)),
];
