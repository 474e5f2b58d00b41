import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { AccessCode } from "../../../../resources/declare/access.ts";
import { isFull } from "../../../../resources/declare/define.ts";
import { tokenList } from "../../../../resources/declare/token-resource.ts";
import { gatewayTokens } from "../../../../resources/gateway/gateway-tokens.ts";
import { authTokens } from "../../../../resources/hosting/auth-tokens.ts";
import { membershipCacheMs } from "../../../../resources/limits.ts";
import type { Database, Trx, Db } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { createLookupCache } from "../../lib/lookup-cache.ts";
import type { Callers } from "../callers.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { hashOf, randomSecret } from "../../kernel/secrets.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import { AppError } from "../../kernel/app-error.ts";

export const tokenPrefix = "fh_";
export const gatewayTokenPrefix = "fhg_";
const usedAtStepSeconds = 60;

export interface Tokens {
  /** Only the reply contains the token. Throws LIMIT_REACHED at ten. */
  create(trx: Trx, owner: { teamId: string; userId: string }, name: string): Promise<{ id: string; token: string }>;
  count(db: Db, teamId: string): Promise<number>;
  /** The resource's routes. */
  routes(resource: typeof authTokens | typeof gatewayTokens): Route[];
  /** Deletes a user's tokens for a team. */
  removeOf(trx: Trx, teamId: string, userId: string): Promise<void>;
  /** The identity of a token; undefined when it does not exist or its creator lost access to the team. */
  verify(token: string): Promise<TokenOwner | undefined>;
  /** The token's name; undefined for other tokens, such as a session's. */
  nameOf(db: Db, token: string): Promise<string | undefined>;
  forget(): void;
}

export interface TokenOwner {
  readonly teamId: string;
  readonly userId: string;
  /** Whether its creator has manage access to hosting. */
  readonly mayDeploy: boolean;
}

/** A kind of token: its prefix, and the section that its creator must have access to. */
interface TokenKind {
  readonly purpose: RowOf<"auth_token">["purpose"];
  readonly prefix: string;
  readonly access: AccessCode;
}

const deploying: TokenKind = { purpose: "deploy", prefix: tokenPrefix, access: authTokens.access };
const readingGateways: TokenKind = {
  purpose: "gateway",
  prefix: gatewayTokenPrefix,
  access: gatewayTokens.access,
};

/** Long-lived tokens for `git push` and for deploying from a command line. */
export const createTokens = (database: Pick<Database, "db">, callers: Callers): Tokens =>
  tokensOf(deploying, database, callers);

/** Long-lived tokens for a team's private gateways. */
export const createGatewayTokens = (database: Pick<Database, "db">, callers: Callers): Tokens =>
  tokensOf(readingGateways, database, callers);

const tokensOf = (kind: TokenKind, { db }: Pick<Database, "db">, callers: Callers): Tokens => {
  const verified = createLookupCache(membershipCacheMs, (token) => verify(kind, db, token));
  callers.onForget(verified.clear);
  return {
    create: (trx, owner, name) => create(kind, trx, owner, name),
    count: (on, teamId) => countOf(on, teamId, kind.purpose),
    routes: (resource) =>
      tableRoutes(resource, "auth_token", {
        where: (rows) => rows.where("purpose", "=", kind.purpose),
        after: ({ afterCommit }) => afterCommit(callers.forget),
        verbs: () => ({ create: ({ db: trx, caller, body }) => create(kind, trx, caller, body.name) }),
      }),
    removeOf,
    verify: verified.get,
    nameOf,
    forget: callers.forget,
  };
};

const create = async (
  { purpose, prefix }: TokenKind,
  trx: Trx,
  { teamId, userId }: { teamId: string; userId: string },
  name: string,
): Promise<{ id: string; token: string }> => {
  // Locks the team's row: two parallel requests would otherwise both count nine.
  await trx.selectFrom("team").select("id").where("id", "=", teamId).forUpdate().execute();
  if (isFull({ list: tokenList }, await countOf(trx, teamId, purpose))) throw new AppError("LIMIT_REACHED");
  const id = randomUUID();
  const token = prefix + randomSecret();
  await trx
    .insertInto("auth_token")
    .values({ id, team_id: teamId, person_id: userId, purpose, name, hash: hashOf(token), used_at: null })
    .execute();
  return { id, token };
};

const removeOf: Tokens["removeOf"] = async (trx, teamId, userId) => {
  await trx.deleteFrom("auth_token").where("team_id", "=", teamId).where("person_id", "=", userId).execute();
};

const nameOf: Tokens["nameOf"] = async (db, token) => {
  const row = await db.selectFrom("auth_token").select("name").where("hash", "=", hashOf(token)).executeTakeFirst();
  return row?.name;
};

const countOf = async (db: Db, teamId: string, purpose: RowOf<"auth_token">["purpose"]): Promise<number> => {
  const { count } = await db
    .selectFrom("auth_token")
    .select((select) => select.fn.countAll().as("count"))
    .where("team_id", "=", teamId)
    .where("purpose", "=", purpose)
    .executeTakeFirstOrThrow();
  return Number(count);
};

const verify = async (
  { purpose, prefix, access }: TokenKind,
  db: Db,
  token: string,
): Promise<TokenOwner | undefined> => {
  if (!token.startsWith(prefix)) return undefined;
  const row = await db
    .selectFrom("auth_token")
    .innerJoin("membership", (join) =>
      join
        .onRef("membership.team_id", "=", "auth_token.team_id")
        .onRef("membership.person_id", "=", "auth_token.person_id"),
    )
    .select(["auth_token.id", "auth_token.team_id", "auth_token.person_id", "membership.type", "membership.levels"])
    .where("hash", "=", hashOf(token))
    .where("auth_token.purpose", "=", purpose)
    .where("membership.status", "=", "NORMAL")
    .where((where) =>
      where.or([
        where("membership.type", "=", "INDIVIDUAL"),
        sql<boolean>`${sql.lit(access)} = any(membership.access)`,
      ]),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  await recordUse(db, row.id);
  const mayDeploy = row.type === "INDIVIDUAL" || row.levels[access] !== "read";
  return { teamId: row.team_id, userId: row.person_id, mayDeploy };
};

/** To the minute: a clone makes several requests a second. */
const recordUse = async (db: Db, id: string): Promise<void> => {
  const step = sql<Date>`now() - make_interval(secs => ${usedAtStepSeconds})`;
  await db
    .updateTable("auth_token")
    .set({ used_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where((where) => where.or([where("used_at", "is", null), where("used_at", "<", step)]))
    .execute();
};
