import type { Hex } from "viem";
import { mergeAccount, mergeMessage, mergePreview } from "../../../../resources/account/merge.ts";
import { addressIn, deviceOf, type Auth } from "../auth/service.ts";
import { inPhases, route, type Route } from "../route.ts";
import { checkMerge, mergeAccounts, previewMerge, requestMerge, type MergeParts } from "./merge.ts";

interface Parts extends MergeParts {
  readonly auth: MergeParts["auth"] & Pick<Auth, "openSession" | "signInToken">;
}

/** Merging the mini app's account into a wallet's account. */
export const mergeRoutes = (parts: Parts): Route[] => {
  const { auth, teams } = parts;
  return [
    route(mergePreview, ({ db, caller }) => previewMerge(parts, db, caller.userId)),
    route(mergeMessage, ({ db, caller, params, query, origin }) =>
      requestMerge(parts, db, caller.userId, { address: addressIn(params), origin, chainId: query.chainId }),
    ),
    route(
      mergeAccount,
      inPhases({
        prepare: ({ db, caller, body, origin }) =>
          checkMerge(parts, db, caller.userId, { ...body, origin, signature: body.signature as Hex }),
        write: async ({ db, caller, ip, headers, afterCommit, logged }, proven) => {
          const { ownerId, address, done } = await mergeAccounts(parts, db, caller.userId, { proven, ip });
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
