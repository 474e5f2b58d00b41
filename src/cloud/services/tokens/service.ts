import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { authTokens } from "../../../../resources/hosting/auth-tokens.ts";
import { authTokensPerTeam, membershipCacheMs } from "../../../../resources/limits.ts";
import type { Database, Trx, Db } from "../../engines/database/database.ts";
import { briefly } from "../briefly.ts";
import type { Callers } from "../callers.ts";
import { onPage, type PageQuery } from "../list-query.ts";
import { hashOf, randomSecret } from "../secrets.ts";
import { AppError } from "../../app-error.ts";

export const tokenPrefix = "fh_";
const usedAtStepSeconds = 60;

export interface Tokens {
  /** The token is in the answer and nowhere else. Throws LIMIT_REACHED at ten. */
  create(trx: Trx, owner: { teamId: string; userId: string }, name: string): Promise<{ id: string; token: string }>;
  list(db: Db, teamId: string, page: PageQuery): Promise<{ items: TokenRow[]; total: number }>;
  /** Returns what it was called. Throws NOT_FOUND. */
  remove(trx: Trx, teamId: string, id: string): Promise<string>;
  /** Deletes what a person made for a team. */
  removeOf(trx: Trx, teamId: string, userId: string): Promise<void>;
  /** Whom a token speaks for; undefined when it does not exist or its maker may no longer work in the team. */
  verify(token: string): Promise<TokenOwner | undefined>;
  /** As its maker called it; undefined for what is no token, such as a session's. */
  nameOf(db: Db, token: string): Promise<string | undefined>;
  forget(): void;
}

export interface TokenOwner {
  readonly teamId: string;
  readonly userId: string;
  /** Whether its maker may do more than look at what the team hosts. */
  readonly mayDeploy: boolean;
}

interface TokenRow {
  id: string;
  name: string;
  /** Integer Unix seconds. */
  usedAt?: number;
  createdAt: number;
}

/** Long-lived tokens for `git push` and for deploying from a command line. */
export const createTokens = ({ db }: Pick<Database, "db">, callers: Callers): Tokens => {
  const known = briefly(membershipCacheMs, (token) => verify(db, token));
  callers.onForget(known.clear);
  return { create, list, remove, removeOf, verify: known.get, nameOf, forget: callers.forget };
};

const create: Tokens["create"] = async (trx, { teamId, userId }, name) => {
  // The team's row is the gate: two requests at once would otherwise both see nine.
  await trx.selectFrom("team").select("id").where("id", "=", teamId).forUpdate().execute();
  if ((await countOf(trx, teamId)) >= authTokensPerTeam) throw new AppError("LIMIT_REACHED");
  const id = randomUUID();
  const token = tokenPrefix + randomSecret();
  await trx
    .insertInto("auth_token")
    .values({ id, team_id: teamId, person_id: userId, name, hash: hashOf(token), used_at: null })
    .execute();
  return { id, token };
};

const list: Tokens["list"] = async (db, teamId, page) => {
  const rows = await db
    .selectFrom("auth_token")
    .select(["id", "name", "used_at", "created_at"])
    .where("team_id", "=", teamId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .$call(onPage(page))
    .execute();
  const items = rows.map(({ id, name, used_at, created_at }) => ({
    id,
    name,
    ...(used_at && { usedAt: unixSeconds(used_at) }),
    createdAt: unixSeconds(created_at),
  }));
  return { items, total: await countOf(db, teamId) };
};

const remove: Tokens["remove"] = async (trx, teamId, id) => {
  const ofTeam = trx.deleteFrom("auth_token").where("team_id", "=", teamId);
  const gone = await ofTeam.where("id", "=", id).returning("name").executeTakeFirst();
  if (!gone) throw new AppError("NOT_FOUND");
  return gone.name;
};

const removeOf: Tokens["removeOf"] = async (trx, teamId, userId) => {
  await trx.deleteFrom("auth_token").where("team_id", "=", teamId).where("person_id", "=", userId).execute();
};

const nameOf: Tokens["nameOf"] = async (db, token) => {
  const row = await db.selectFrom("auth_token").select("name").where("hash", "=", hashOf(token)).executeTakeFirst();
  return row?.name;
};

const countOf = async (db: Db, teamId: string): Promise<number> => {
  const { count } = await db
    .selectFrom("auth_token")
    .select((select) => select.fn.countAll().as("count"))
    .where("team_id", "=", teamId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

const verify = async (db: Db, token: string): Promise<TokenOwner | undefined> => {
  if (!token.startsWith(tokenPrefix)) return undefined;
  const row = await db
    .selectFrom("auth_token")
    .innerJoin("membership", (join) =>
      join
        .onRef("membership.team_id", "=", "auth_token.team_id")
        .onRef("membership.person_id", "=", "auth_token.person_id"),
    )
    .select(["auth_token.id", "auth_token.team_id", "auth_token.person_id", "membership.type", "membership.levels"])
    .where("hash", "=", hashOf(token))
    .where("membership.status", "=", "NORMAL")
    .where((where) =>
      where.or([
        where("membership.type", "=", "INDIVIDUAL"),
        sql<boolean>`${sql.lit(authTokens.access)} = any(membership.access)`,
      ]),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  await noteUse(db, row.id);
  const mayDeploy = row.type === "INDIVIDUAL" || row.levels[authTokens.access] !== "read";
  return { teamId: row.team_id, userId: row.person_id, mayDeploy };
};

/** To the minute: a clone makes several requests a second. */
const noteUse = async (db: Db, id: string): Promise<void> => {
  const step = sql<Date>`now() - make_interval(secs => ${usedAtStepSeconds})`;
  await db
    .updateTable("auth_token")
    .set({ used_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where((where) => where.or([where("used_at", "is", null), where("used_at", "<", step)]))
    .execute();
};

const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
