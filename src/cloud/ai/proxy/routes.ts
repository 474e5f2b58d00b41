import { aiRequests, aiTeamRequests } from "../../../../resources/ai/key-calls.ts";
import { aiKeys } from "../../../../resources/ai/keys.ts";
import { playgroundKey } from "../../../../resources/ai/limits.ts";
import { aiUsage, exportAiUsage } from "../../../../resources/ai/usage-calls.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { fileRoute, route, type Route } from "../../kernel/calls/route.ts";
import type { Standing } from "../../billing/standing/service.ts";
import { listActivity, listTeamActivity } from "./activity.ts";
import { createKey, editKey, findKey, findPlayground, listKeys, presentKey, resetKey } from "./keys.ts";
import { usesOf } from "./limits.ts";
import { readUsage, usageLines } from "./usage.ts";

/** Routes for AI RPC keys and their usage. */
export const aiKeyRoutes = (standing: Pick<Standing, "needsActivation">): Route[] => [
  ...resourceRoutes(
    aiKeys,
    {
      list: ({ db, caller }) => listKeys(db, caller.teamId),
      show: async ({ db, caller, params }) => {
        const row = await findKey(db, caller.teamId, params.id);
        const use = (await usesOf(db, [row.id])).get(row.id)!;
        const createdAt = Math.floor(row.created_at.getTime() / 1000);
        return { ...presentKey(row, use), key: row.hint, createdAt, totalUsed: use.total.toString() };
      },
      create: async ({ db, caller, body }) => {
        await standing.needsActivation(db, caller.teamId);
        return createKey(db, caller.teamId, body);
      },
      edit: ({ db, caller, params, body }) => editKey(db, caller.teamId, params.id, body),
      delete: async ({ db, caller, params, logged }) => {
        const { id, name } = await findKey(db, caller.teamId, params.id);
        logged({ target: name });
        await db.deleteFrom("ai_key").where("id", "=", id).execute();
        return null;
      },
    },
    {
      reset: async ({ db, caller, params, logged }) => {
        const { key, name } = await resetKey(db, caller.teamId, params.id);
        logged({ target: name });
        return { key };
      },
    },
  ),
  ...resourceRoutes(aiRequests, {
    list: async ({ db, caller, params, query }) => {
      if (params.id !== playgroundKey) return listActivity(db, (await findKey(db, caller.teamId, params.id)).id, query);
      const playground = await findPlayground(db, caller.teamId);
      return playground ? listActivity(db, playground.id, query) : { total: 0, items: [] };
    },
  }),
  ...resourceRoutes(aiTeamRequests, { list: ({ db, caller, query }) => listTeamActivity(db, caller.teamId, query) }),
  route(aiUsage, ({ db, caller, query }) => readUsage(db, caller.teamId, query)),
  fileRoute(exportAiUsage, ({ db, caller, query }) => usageLines(db, caller.teamId, query)),
];
