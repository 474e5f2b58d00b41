import { authTokens, whoAmI } from "../../../../resources/hosting/auth-tokens.ts";
import { tokenIn } from "../auth/service.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import type { Teams } from "../teams/service.ts";
import type { Tokens } from "./service.ts";

/** The auth-tokens resource. */
export const tokenRoutes = (tokens: Tokens, teams: Pick<Teams, "membership">): Route[] => [
  ...tokens.routes(authTokens),
  route(whoAmI, async ({ db, caller: { userId, teamId }, headers }) => {
    const membership = await teams.membership(db, userId, teamId);
    const tokenName = await tokens.nameOf(db, tokenIn(headers.authorization));
    return { teamId, teamName: membership!.teamName, ...(tokenName !== undefined && { tokenName }) };
  }),
];
