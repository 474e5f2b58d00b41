import { abilityFor, type Membership } from "../../../resources/abilities.ts";
import type { Page, Resource } from "../../../resources/define.ts";
import type { Database } from "../engines/database/database.ts";
import { tokenIn, type Auth } from "../services/auth/service.ts";
import type { Caller } from "../services/route.ts";
import type { Teams } from "../services/teams/service.ts";
import { tokenPrefix, type Tokens } from "../services/tokens/service.ts";

/** A caller and what proved who it is: a session's access token, or a long-lived token for deploying. */
export interface Signed {
  readonly caller: Caller;
  readonly by: "session" | "token";
}

export type Identify = (authorization: string | undefined) => Promise<Signed | undefined>;

interface Parts {
  readonly auth: Pick<Auth, "identify">;
  readonly tokens: Pick<Tokens, "verify">;
  readonly teams: Pick<Teams, "membership">;
  readonly database: Pick<Database, "db">;
  readonly registry: { readonly resources: readonly Resource[]; readonly pages: readonly Page[] };
}

/** Says who is calling, from an Authorization header with or without the word Bearer. */
export const createIdentify = ({ auth, tokens, teams, database, registry }: Parts): Identify => {
  const callerOf = (userId: string, membership: Membership & { readonly teamId: string }): Caller => ({
    userId,
    teamId: membership.teamId,
    ability: abilityFor(membership, registry),
  });
  return async (authorization) => {
    const token = tokenIn(authorization);
    if (token === "") return undefined;
    if (!token.startsWith(tokenPrefix)) {
      const identity = await auth.identify(token);
      return identity && { caller: callerOf(identity.userId, identity.membership), by: "session" };
    }
    const owner = await tokens.verify(token);
    const membership = owner && (await teams.membership(database.db, owner.userId, owner.teamId));
    return membership && { caller: callerOf(owner.userId, membership), by: "token" };
  };
};
