/** Team access keys: created and listed by users, looked up by every request. */
import { sql } from "kysely";
import type { Logger } from "pino";
import { isFull } from "../../../../../resources/declare/define.ts";
import {
  assumeRole,
  resetMasterKey as resetMaster,
  shareFile,
  showMasterKey,
} from "../../../../../resources/storage/access-key-calls.ts";
import {
  sessionKeySeconds,
  sessionKeysPerPerson,
  sharedLinksPerPerson,
} from "../../../../../resources/storage/access-key-limits.ts";
import { accessKeys, usualKeyPermissions, type KeyPermission } from "../../../../../resources/storage/access-keys.ts";
import type { Callers } from "../../../account/callers.ts";
import type { MemberListener } from "../../../account/events.ts";
import type { Config } from "../../../config.ts";
import type { Database, Db, Trx } from "../../../engines/database/database.ts";
import type { RowOf } from "../../../engines/database/tables.ts";
import { AppError, invalidField } from "../../../kernel/app-error.ts";
import { countOf } from "../../../kernel/calls/list-query.ts";
import { route, type Route } from "../../../kernel/calls/route.ts";
import { tableRoutes } from "../../../kernel/calls/table-routes.ts";
import { secondsOf } from "../../../lib/seconds-of.ts";
import { createSecretBox, type SecretBox } from "../../../kernel/secret-box.ts";
import { hashOf, randomSecret, secondsFromNow } from "../../../kernel/secrets.ts";
import { createKeyFinder, newAccessKey, newSecretKey, purposeOf, type FindKey } from "./find-key.ts";

export interface AccessKeys extends FindKey {
  readonly routes: readonly Route[];
  /** Keys are deleted when their creator leaves the team. */
  readonly memberChanged: MemberListener;
}

interface Deps {
  readonly config: Pick<Config, "DATA_DIR" | "SECRET_KEY">;
  readonly callers: Pick<Callers, "forget">;
  readonly log: Logger;
}

export const createAccessKeys = (database: Pick<Database, "db">, { config, callers, log }: Deps): AccessKeys => {
  const box = createSecretBox(config);
  const onFault = (error: unknown): void => log.warn({ err: error }, "Could not save the last use of an access key");
  return {
    ...createKeyFinder(database, { box, onFault }),
    routes: accessKeyRoutes({ database, box, callers }),
    memberChanged: async (trx, { teamId, personId, change }) => {
      if (change !== "joined") await removeKeysOf(trx, teamId, personId);
    },
  };
};

interface KeyRouteDeps {
  readonly database: Pick<Database, "db">;
  readonly box: SecretBox;
  readonly callers: Pick<Callers, "forget">;
}

/** Routes for access keys and the dashboard's credentials. */
const accessKeyRoutes = ({ database, box, callers }: KeyRouteDeps): Route[] => [
  ...tableRoutes(accessKeys, "access_key", {
    where: (rows) => rows.where("kind", "=", "SERVICE"),
    columns: { userName: sql`(select username from person where person.id = access_key.person_id)` },
    verbs: () => ({ create: ({ db, caller, body }) => createServiceKey(box, db, caller, body) }),
    after: ({ afterCommit }) => afterCommit(callers.forget),
  }),
  route(showMasterKey, async ({ db, caller }) => ({ account: await masterKeyOf(db, caller.teamId) })),
  route(resetMaster, async ({ db, caller, afterCommit, logged }) => {
    const pair = await resetMasterKey(box, db, caller);
    logged({ target: pair.accessKey });
    afterCommit(callers.forget);
    return pair;
  }),
  route(shareFile, ({ caller, query }) =>
    database.db.transaction().execute((trx) => issueShareKey(box, trx, caller, query)),
  ),
  route(assumeRole, ({ caller }) => database.db.transaction().execute((trx) => issueSessionKey(box, trx, caller))),
];

interface Owner {
  readonly teamId: string;
  readonly userId: string;
  /** The session that the credentials end with; none for a token. */
  readonly sessionId?: string | undefined;
}

export interface NewKey {
  readonly name: string;
  readonly buckets: readonly string[];
  readonly prefixes: readonly string[];
  readonly permissions: readonly KeyPermission[];
  /** Unix seconds. */
  readonly expiresAt?: number | undefined;
}

export interface Pair {
  readonly accessKey: string;
  readonly secretKey: string;
}

interface MasterKey {
  readonly accessKey: string;
  readonly createdAt: number;
  readonly usedAt?: number;
}

/** Creates an access key. Throws LIMIT_REACHED at ten keys, INVALID_INPUT for an expiry in the past. */
const createServiceKey = async (box: SecretBox, trx: Trx, owner: Owner, newKey: NewKey): Promise<Pair> => {
  if (newKey.expiresAt !== undefined && !isFuture(newKey.expiresAt))
    throw invalidField("expiresAt", "Expiry: choose a date in the future.");
  await lockTeam(trx, owner.teamId);
  const count = await countOf(
    trx.selectFrom("access_key").where("team_id", "=", owner.teamId).where("kind", "=", "SERVICE"),
  );
  if (isFull(accessKeys, count)) throw new AppError("LIMIT_REACHED");
  const expiresAt = newKey.expiresAt === undefined ? null : new Date(newKey.expiresAt * 1000);
  return insert(box, trx, owner, { ...newKey, kind: "SERVICE", expiresAt, tokenHash: null });
};

const masterKeyOf = async (db: Db, teamId: string): Promise<MasterKey | null> => {
  const row = await db
    .selectFrom("access_key")
    .select(["access_key", "created_at", "used_at"])
    .where("team_id", "=", teamId)
    .where("kind", "=", "MASTER")
    .executeTakeFirst();
  if (!row) return null;
  const usedAt = row.used_at && { usedAt: secondsOf(row.used_at) };
  return { accessKey: row.access_key, createdAt: secondsOf(row.created_at), ...usedAt };
};

export const resetMasterKey = async (box: SecretBox, trx: Trx, owner: Owner): Promise<Pair> => {
  await lockTeam(trx, owner.teamId);
  await trx.deleteFrom("access_key").where("team_id", "=", owner.teamId).where("kind", "=", "MASTER").execute();
  return insert(box, trx, owner, { ...everything, kind: "MASTER", expiresAt: null, tokenHash: null });
};

interface SessionKey extends Pair {
  readonly sessionToken: string;
  /** Unix seconds. */
  readonly expiredAt: number;
}

const everything = { name: "", buckets: [], prefixes: [], permissions: usualKeyPermissions };

/**
 * Issues credentials with a session token: full access for twelve hours, or until the sign-in session ends. Deletes expired
 * and excess ones.
 */
const issueSessionKey = async (box: SecretBox, trx: Trx, owner: Owner): Promise<SessionKey> => {
  await removeExpired(trx, owner.teamId);
  const tooMany = sessionsOf(trx, owner)
    .where(isOfAll, "=", true)
    .select("access_key")
    .orderBy("created_at", "desc")
    .orderBy("access_key")
    .offset(sessionKeysPerPerson - 1);
  await trx.deleteFrom("access_key").where("access_key", "in", tooMany).execute();
  return insertSession(box, trx, owner, everything, sessionKeySeconds);
};

export interface SharedFile {
  readonly bucket: string;
  readonly key: string;
  readonly seconds: number;
  /** Default: a random one. */
  readonly sessionToken?: string;
}

/**
 * Issues credentials that can only read one file, for a limited time. They are counted separately from sessions and never
 * removed to make room for others, because their links are in use. Throws LIMIT_REACHED at a thousand valid ones.
 */
export const issueShareKey = async (
  box: SecretBox,
  trx: Trx,
  owner: Owner,
  { bucket, key, seconds, sessionToken }: SharedFile,
): Promise<SessionKey> => {
  await lockTeam(trx, owner.teamId);
  await removeExpired(trx, owner.teamId);
  const count = await countOf(sessionsOf(trx, owner).where(isOfAll, "=", false));
  if (count >= sharedLinksPerPerson) throw new AppError("LIMIT_REACHED", { message: sharedLinksReached });
  const scope = { name: "", buckets: [bucket], prefixes: [], objectKey: key, permissions: ["read" as const] };
  return insertSession(box, trx, owner, scope, seconds, sessionToken);
};

const sharedLinksReached = `${sharedLinksPerPerson.toLocaleString("en")} of your shared links are still valid. Wait until one expires, or share the file by its CID.`;

const isOfAll = sql<boolean>`(object_key is null)`;

const sessionsOf = (trx: Trx, { teamId, userId }: Owner) =>
  trx
    .selectFrom("access_key")
    .where("team_id", "=", teamId)
    .where("person_id", "=", userId)
    .where("kind", "=", "SESSION");

const removeExpired = async (trx: Trx, teamId: string): Promise<void> => {
  await trx
    .deleteFrom("access_key")
    .where("team_id", "=", teamId)
    .where("kind", "=", "SESSION")
    .where("expires_at", "<", new Date())
    .execute();
};

const insertSession = async (
  box: SecretBox,
  trx: Trx,
  owner: Owner,
  scope: Omit<Kind, "expiresAt" | "kind" | "tokenHash">,
  seconds: number,
  sessionToken = randomSecret(),
): Promise<SessionKey> => {
  const expiresAt = secondsFromNow(seconds);
  const pair = await insert(box, trx, owner, { ...scope, kind: "SESSION", expiresAt, tokenHash: hashOf(sessionToken) });
  return { ...pair, sessionToken, expiredAt: secondsOf(expiresAt) };
};

/** Deletes a user's keys for a team when the user leaves it. */
const removeKeysOf = async (trx: Trx, teamId: string, personId: string): Promise<void> => {
  await trx.deleteFrom("access_key").where("team_id", "=", teamId).where("person_id", "=", personId).execute();
};

interface Kind extends NewKey {
  readonly kind: RowOf<"access_key">["kind"];
  /** Restricts the key to reading this object. */
  readonly objectKey?: string;
  readonly tokenHash: Buffer | null;
}

const insert = async (
  box: SecretBox,
  trx: Trx,
  { teamId, userId, sessionId }: Owner,
  {
    kind,
    name,
    buckets,
    prefixes,
    objectKey,
    permissions,
    expiresAt,
    tokenHash,
  }: Omit<Kind, "expiresAt"> & { expiresAt: Date | null },
): Promise<Pair> => {
  const accessKey = newAccessKey(kind === "SESSION" ? "FS" : "FH");
  const secretKey = newSecretKey();
  await trx
    .insertInto("access_key")
    .values({
      access_key: accessKey,
      team_id: teamId,
      person_id: userId,
      kind,
      // Shared links stay valid: they are in use elsewhere.
      session_id: kind === "SESSION" && objectKey === undefined ? (sessionId ?? null) : null,
      name,
      secret: box.seal(purposeOf(accessKey), secretKey),
      token_hash: tokenHash,
      buckets: [...buckets],
      prefixes: [...prefixes],
      object_key: objectKey ?? null,
      permissions: [...permissions],
      expires_at: expiresAt,
      used_at: null,
    })
    .execute();
  return { accessKey, secretKey };
};

/** Locks the team's row, which guards the limit against concurrent requests. */
const lockTeam = async (trx: Trx, teamId: string): Promise<void> => {
  await trx.selectFrom("team").select("id").where("id", "=", teamId).forUpdate().execute();
};

const isFuture = (seconds: number): boolean => seconds > Date.now() / 1000 && seconds < farthestSeconds;
const farthestSeconds = 253_402_300_799;
