import { authTokens } from "../../../../resources/hosting/auth-tokens.ts";
import { resourceRoutes } from "../resource-routes.ts";
import type { Route } from "../route.ts";
import type { Tokens } from "./service.ts";

/** The auth-tokens resource. */
export const tokenRoutes = (tokens: Tokens): Route[] =>
  resourceRoutes(authTokens, {
    list: ({ db, caller, query }) => tokens.list(db, caller.teamId, query),
    create: ({ db, caller, body }) => tokens.create(db, caller, body.name),
    delete: async ({ db, caller, params, afterCommit }) => {
      await tokens.remove(db, caller.teamId, params["id"]!);
      afterCommit(tokens.forget);
      return null;
    },
  });
