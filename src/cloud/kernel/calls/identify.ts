import { abilityFor } from "../../../../resources/declare/abilities.ts";
import type { Page, Resource } from "../../../../resources/declare/define.ts";
import { AppError } from "../app-error.ts";
import type { Database } from "../../engines/database/database.ts";
import { tokenIn, type Auth } from "../../account/auth/service.ts";
import { isNodeToken, type NodeTokens } from "../../boost/service.ts";
import { isProgramKey, type ProgramKeys } from "../../account/program-keys/service.ts";
import type { Caller } from "./route.ts";
import type { TeamMembership, Teams } from "../../account/teams/service.ts";
import { tokenPrefix, type Tokens } from "../../account/tokens/service.ts";

/** A caller and its authentication: a session's access token, or a long-lived auth token. */
export interface Signed {
  readonly caller: Caller;
  readonly by: "session" | "token";
  /** The only service that a token grants access to; auth tokens grant access to hosting by default. */
  readonly opens?: "ipns" | "pinning";
  /** Whether the user is an operator. */
  readonly operator: boolean;
}

/**
 * `teamId`: a personal token may act for a team of its user, because calls of the auth service always have the personal
 * token. Throws NOT_FOUND for another team.
 */
export type Identify = (authorization: string | undefined, teamId?: string) => Promise<Signed | undefined>;

interface Deps {
  readonly auth: Pick<Auth, "identify">;
  readonly tokens: Pick<Tokens, "verify">;
  /** Keys of programs, if any service accepts them. */
  readonly programKeys?: Pick<ProgramKeys, "verify">;
  /** Tokens of Boost nodes, if Boost is available. */
  readonly nodeTokens?: Pick<NodeTokens, "verify">;
  readonly teams: Pick<Teams, "membership">;
  readonly database: Pick<Database, "db">;
  readonly registry: { readonly resources: readonly Resource[]; readonly pages: readonly Page[] };
}

/** Identifies the caller by an Authorization header, with or without "Bearer". */
export const createIdentify = ({
  auth,
  tokens,
  programKeys,
  nodeTokens,
  teams,
  database,
  registry,
}: Deps): Identify => {
  const callerOf = (
    userId: string,
    membership: TeamMembership,
    {
      operator = false,
      ...by
    }: { readonly operator?: boolean; readonly sessionId?: string; readonly nodeId?: string } = {},
  ): Caller => ({
    userId,
    ...by,
    teamId: membership.teamId,
    ability: abilityFor({ ...membership, operator }, registry),
  });

  const bySession = async (token: string, teamId: string | undefined): Promise<Signed | undefined> => {
    const identity = await auth.identify(token);
    if (!identity) return undefined;
    const { userId, sessionId, operator, personal } = identity;
    let { membership } = identity;
    if (teamId !== undefined && personal && teamId !== membership.teamId) {
      const other = await teams.membership(database.db, userId, teamId);
      if (!other) throw new AppError("NOT_FOUND");
      membership = other;
    }
    return { caller: callerOf(userId, membership, { operator, sessionId }), by: "session", operator };
  };

  const byProgramKey = async (key: string): Promise<Signed | undefined> => {
    const owner = await programKeys?.verify(key);
    const membership = owner && (await teams.membership(database.db, owner.userId, owner.teamId));
    if (!membership) return undefined;
    const opens = owner.purpose === "IPNS" ? "ipns" : "pinning";
    return { caller: callerOf(owner.userId, membership), by: "token", opens, operator: false };
  };

  const byNodeToken = async (token: string): Promise<Signed | undefined> => {
    const node = await nodeTokens?.verify(token);
    const membership = node && (await teams.membership(database.db, node.personId));
    if (!membership) return undefined;
    const { personId, nodeId, sessionId } = node;
    const by = { nodeId, ...(sessionId !== null && { sessionId }) };
    return { caller: callerOf(personId, membership, by), by: "session", operator: false };
  };

  return async (authorization, teamId) => {
    const token = tokenIn(authorization);
    if (token === "") return undefined;
    if (isProgramKey(token)) return byProgramKey(token);
    if (isNodeToken(token)) return byNodeToken(token);
    if (!token.startsWith(tokenPrefix)) return bySession(token, teamId);
    const owner = await tokens.verify(token);
    const membership = owner && (await teams.membership(database.db, owner.userId, owner.teamId));
    return membership && { caller: callerOf(owner.userId, membership), by: "token", operator: false };
  };
};
