import { mergeAccount, mergeMessage, mergePreview } from "../../../../resources/account/merge.ts";
import { addressIn, deviceOf, type Auth } from "../auth/service.ts";
import { inPhases, route, type Route } from "../../kernel/calls/route.ts";
import { checkMerge, mergeAccounts, previewMerge, requestMerge, type MergeDeps } from "./merge.ts";

/** Merging the mini app's account into a wallet's account. */
export const mergeRoutes = (
  deps: MergeDeps & { readonly auth: MergeDeps["auth"] & Pick<Auth, "openSession" | "signInToken"> },
): Route[] => {
  const { auth, teams } = deps;
  return [
    route(mergePreview, ({ db, caller }) => previewMerge(deps, db, caller.userId)),
    route(mergeMessage, ({ db, caller, params, query, origin }) =>
      requestMerge(deps, db, caller.userId, { address: addressIn(params), origin, chainId: query.chainId }),
    ),
    route(
      mergeAccount,
      inPhases({
        prepare: ({ db, caller, body, origin }) => checkMerge(deps, db, caller.userId, { ...body, origin }),
        write: async ({ db, caller, ip, headers, afterCommit, logged }, proven) => {
          const { ownerId, address, done } = await mergeAccounts(deps, db, caller.userId, { proven, ip });
          const { data } = await auth.openSession(db, await auth.signInToken(db, ownerId), deviceOf({ headers, ip }));
          const own = await teams.membership(db, ownerId);
          logged(own !== undefined && { personId: ownerId, teamId: own.teamId, target: address });
          afterCommit(done);
          return data;
        },
      }),
    ),
  ];
};
