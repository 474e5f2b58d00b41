import { randomBytes } from "node:crypto";
import { base32 } from "@scure/base";
import { sql } from "kysely";
import { membershipCacheMs } from "../../../../../resources/limits.ts";
import { accessKeys, keyPermissions, type KeyPermission } from "../../../../../resources/storage/access-keys.ts";
import type { Database, Db } from "../../../engines/database/database.ts";
import { createLookupCache } from "../../../lib/lookup-cache.ts";
import type { SecretBox } from "../../../kernel/secret-box.ts";
import type { SealedColumn } from "../../../engines/database/encryption.ts";

/** A key with its access scope. */
export interface KeyRecord {
  readonly accessKey: string;
  readonly secret: string;
  readonly teamId: string;
  readonly personId: string;
  /** SHA-256 of the required session token; undefined if none is allowed. */
  readonly tokenHash: Buffer | undefined;
  readonly expiresAt: Date | undefined;
  /** Empty for all buckets. */
  readonly buckets: readonly string[];
  readonly prefixes: readonly string[];
  /** The only readable object, for a share link. */
  readonly objectKey: string | undefined;
  /** The key's permissions, limited to its owner's access. */
  readonly permissions: readonly KeyPermission[];
}

export interface FindKey {
  /** Finds a key; undefined if it does not exist, its session has ended, or its owner has lost access to the team's buckets. */
  find(accessKey: string): Promise<KeyRecord | undefined>;
  /** Reads all keys again. */
  forget(): void;
  /** Records the use of a key; saved periodically. */
  recordUse(key: KeyRecord): void;
}

const usedAtStepMs = 60_000;
const recordedMax = 10_000;

/** Finds keys. Cached briefly, because clients send hundreds of requests a second. */
export const createKeyFinder = (
  { db }: Pick<Database, "db">,
  { box, onFault }: { box: SecretBox; onFault(error: unknown): void },
): FindKey => {
  const cache = createLookupCache(membershipCacheMs, (accessKey) => lookUp(db, box, accessKey));
  const recorded = new Map<string, number>();
  return {
    find: cache.get,
    forget: cache.clear,
    recordUse({ accessKey }) {
      const now = Date.now();
      if (now - (recorded.get(accessKey) ?? 0) < usedAtStepMs) return;
      if (recorded.size >= recordedMax) recorded.clear();
      recorded.set(accessKey, now);
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
    .where(({ or, exists, selectFrom, eb }) =>
      or([
        eb("access_key.session_id", "is", null),
        exists(
          selectFrom("session")
            .select("session.id")
            .whereRef("session.id", "=", "access_key.session_id")
            .where("session.revoked_at", "is", null),
        ),
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

/** Stores the last use, at most once a minute across all processes. */
const writeUse = async (db: Db, accessKey: string): Promise<void> => {
  const step = sql<Date>`now() - make_interval(secs => ${usedAtStepMs / 1000})`;
  await db
    .updateTable("access_key")
    .set({ used_at: sql<Date>`now()` })
    .where("access_key", "=", accessKey)
    .where((where) => where.or([where("used_at", "is", null), where("used_at", "<", step)]))
    .execute();
};

/** Generates a key of 20 capital letters and digits, as in AWS. Keys start with `FH`, session keys with `FS`. */
export const newAccessKey = (prefix: "FH" | "FS"): string => prefix + base32.encode(randomBytes(15)).slice(0, 18);
export const newSecretKey = (): string => randomBytes(30).toString("base64url");

/** Encryption purpose of a key's secret. */
export const purposeOf = (accessKey: string): string => `access key ${accessKey}`;

export const sealedAccessKeys: SealedColumn = {
  table: "access_key",
  column: "secret",
  key: "access_key",
  purpose: purposeOf,
};
