import { sql } from "kysely";
import { membershipCacheMs } from "../../../../../resources/limits.ts";
import { keyPermissions, type KeyPermission } from "../../../../../resources/bucket/access-key-calls.ts";
import { accessKeys } from "../../../../../resources/bucket/access-keys.ts";
import type { Database, Db } from "../../../engines/database/database.ts";
import { createLookupCache } from "../../lookup-cache.ts";
import type { Callers } from "../../callers.ts";
import type { SecretBox } from "../../secret-box.ts";
import { purposeOf } from "./secret.ts";
import "./tables.ts";

/** A key as requests are checked against it. */
export interface KeyRecord {
  readonly accessKey: string;
  readonly secret: string;
  readonly teamId: string;
  readonly personId: string;
  /** SHA-256 of the session token that must come along; undefined: none may. */
  readonly tokenHash: Buffer | undefined;
  readonly expiresAt: Date | undefined;
  /** Empty: no limit. */
  readonly buckets: readonly string[];
  readonly prefixes: readonly string[];
  /** The only object it reads, for a shared link. */
  readonly objectKey: string | undefined;
  /** What the key is for, as far as the team lets its maker. */
  readonly permissions: readonly KeyPermission[];
}

export interface FindKey {
  /** undefined for a key that does not exist, or whose maker may no longer work with the team's buckets. */
  find(accessKey: string): Promise<KeyRecord | undefined>;
  /** Records the use of a key; saved periodically. */
  noteUse(key: KeyRecord): void;
}

const usedAtStepMs = 60_000;
const notedMax = 10_000;

/** Looks keys up, and remembers them for a moment: a client makes hundreds of requests a second. */
export const createKeyFinder = (
  { db }: Pick<Database, "db">,
  { box, callers, onFault }: { box: SecretBox; callers: Pick<Callers, "onForget">; onFault(error: unknown): void },
): FindKey => {
  const known = createLookupCache(membershipCacheMs, (accessKey) => lookUp(db, box, accessKey));
  callers.onForget(known.clear);
  const noted = new Map<string, number>();
  return {
    find: known.get,
    noteUse({ accessKey }) {
      const now = Date.now();
      if (now - (noted.get(accessKey) ?? 0) < usedAtStepMs) return;
      if (noted.size >= notedMax) noted.clear();
      noted.set(accessKey, now);
      writeUse(db, accessKey).catch(onFault);
    },
  };
};

const lookUp = async (db: Db, box: SecretBox, accessKey: string): Promise<KeyRecord | undefined> => {
  const row = await db
    .selectFrom("access_key")
    .innerJoin("membership", (join) =>
      join
        .onRef("membership.team_id", "=", "access_key.team_id")
        .onRef("membership.person_id", "=", "access_key.person_id"),
    )
    .selectAll("access_key")
    .select(["membership.type", "membership.levels"])
    .where("access_key.access_key", "=", accessKey)
    .where("membership.status", "=", "NORMAL")
    .where((where) =>
      where.or([
        where("membership.type", "=", "INDIVIDUAL"),
        sql<boolean>`${sql.lit(accessKeys.access)} = any(membership.access)`,
      ]),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const readsOnly = row.type !== "INDIVIDUAL" && row.levels[accessKeys.access] === "read";
  return {
    accessKey,
    secret: box.open(purposeOf(accessKey), row.secret),
    teamId: row.team_id,
    personId: row.person_id,
    tokenHash: row.token_hash ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    buckets: row.buckets,
    prefixes: row.prefixes,
    objectKey: row.object_key ?? undefined,
    permissions: keyPermissions.filter(
      (permission) => row.permissions.includes(permission) && (permission === "read" || !readsOnly),
    ),
  };
};

/** To the minute, whatever the number of processes. */
const writeUse = async (db: Db, accessKey: string): Promise<void> => {
  const step = sql<Date>`now() - make_interval(secs => ${usedAtStepMs / 1000})`;
  await db
    .updateTable("access_key")
    .set({ used_at: sql<Date>`now()` })
    .where("access_key", "=", accessKey)
    .where((where) => where.or([where("used_at", "is", null), where("used_at", "<", step)]))
    .execute();
};
