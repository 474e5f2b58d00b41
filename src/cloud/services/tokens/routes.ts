import { authTokens, whoAmI } from "../../../../resources/hosting/auth-tokens.ts";
import { tokenIn } from "../auth/service.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { route, type Route } from "../route.ts";
import type { Teams } from "../teams/service.ts";
import type { Tokens } from "./service.ts";

/** The auth-tokens resource. */
export const tokenRoutes = (tokens: Tokens, teams: Pick<Teams, "membership">): Route[] => [
  ...resourceRoutes(authTokens, {
    list: ({ db, caller, query }) => tokens.list(db, caller.teamId, query),
    create: ({ db, caller, body }) => tokens.create(db, caller, body.name),
    delete: async ({ db, caller, params, afterCommit, logged }) => {
      logged({ target: await tokens.remove(db, caller.teamId, params.id) });
      afterCommit(tokens.forget);
      return null;
    },
  }),
  route(whoAmI, async ({ db, caller: { userId, teamId }, headers }) => {
    const membership = await teams.membership(db, userId, teamId);
    const tokenName = await tokens.nameOf(db, tokenIn(headers.authorization));
    return { teamId, teamName: membership!.teamName, ...(tokenName !== undefined && { tokenName }) };
  }),
];
