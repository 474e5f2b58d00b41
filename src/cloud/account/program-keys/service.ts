/** API keys that give a user's clients access to one feature of a team: pins or IPNS names. */
import { sql } from "kysely";
import type { AccessCode } from "../../../../resources/declare/access.ts";
import { membershipCacheMs } from "../../../../resources/limits.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { createLookupCache } from "../../lib/lookup-cache.ts";
import type { Callers } from "../callers.ts";
import { hashOf, randomSecret } from "../../kernel/secrets.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

export type Purpose = "PINNING" | "IPNS";

export interface KeyOwner {
  readonly teamId: string;
  readonly userId: string;
  readonly purpose: Purpose;
}

export interface KeyInfo {
  /** First characters of the key. */
  readonly hint: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

export type ProgramKeys = ReturnType<typeof createProgramKeys>;

/** Prefixes that distinguish keys from session tokens, by purpose. */
const prefixes: Readonly<Record<Purpose, string>> = { PINNING: "fhpin_", IPNS: "fhipns_" };
const sections: Readonly<Record<Purpose, AccessCode>> = { PINNING: "BUCKET", IPNS: "GATEWAY" };
const hintLength = 12;
const usedAtStepSeconds = 60;

export const isProgramKey = (token: string): boolean =>
  Object.values(prefixes).some((prefix) => token.startsWith(prefix));

export const createProgramKeys = ({ db }: Pick<Database, "db">, callers: Callers) => {
  const cache = createLookupCache(membershipCacheMs, (key) => verify(db, key));
  callers.onForget(cache.clear);
  return {
    /**
     * Creates the user's key for the team and revokes the previous one. The response is the only place that contains the
     * key.
     */
    reset: async (trx: Trx, { teamId, userId, purpose }: KeyOwner): Promise<string> => {
      const key = prefixes[purpose] + randomSecret();
      const values = { hash: hashOf(key), hint: key.slice(0, hintLength), used_at: null, created_at: new Date() };
      await trx
        .insertInto("program_key")
        .values({ purpose, team_id: teamId, person_id: userId, ...values })
        .onConflict((conflict) => conflict.columns(["purpose", "team_id", "person_id"]).doUpdateSet(values))
        .execute();
      return key;
    },
    find: async (on: Db, { teamId, userId, purpose }: KeyOwner): Promise<KeyInfo | undefined> => {
      const row = await on
        .selectFrom("program_key")
        .select(["hint", "created_at", "used_at"])
        .where("purpose", "=", purpose)
        .where("team_id", "=", teamId)
        .where("person_id", "=", userId)
        .executeTakeFirst();
      return row && { hint: row.hint, createdAt: row.created_at, usedAt: row.used_at };
    },
    /** Deletes a key; returns false if there was none. */
    remove: async (trx: Trx, { teamId, userId, purpose }: KeyOwner): Promise<boolean> => {
      const removed = await trx
        .deleteFrom("program_key")
        .where("purpose", "=", purpose)
        .where("team_id", "=", teamId)
        .where("person_id", "=", userId)
        .returning("hint")
        .executeTakeFirst();
      return removed !== undefined;
    },
    /** Returns a key's owner; undefined if the key does not exist or its owner can no longer manage the section. */
    verify: cache.get,
    /** Call it after committing a change to a key. */
    changed: callers.forget,
  };
};

const verify = async (db: Db, key: string): Promise<KeyOwner | undefined> => {
  if (!isProgramKey(key)) return undefined;
  const row = await db
    .selectFrom("program_key")
    .innerJoin("membership", (join) =>
      join
        .onRef("membership.team_id", "=", "program_key.team_id")
        .onRef("membership.person_id", "=", "program_key.person_id"),
    )
    .select(["purpose", "program_key.team_id", "program_key.person_id", "type", "access", "levels"])
    .where("hash", "=", hashOf(key))
    .where("membership.status", "=", "NORMAL")
    .executeTakeFirst();
  if (!row) return undefined;
  const code = sections[row.purpose];
  const manages = row.type === "INDIVIDUAL" || (row.access.includes(code) && row.levels[code] !== "read");
  if (!manages) return undefined;
  await recordUse(db, row);
  return { teamId: row.team_id, userId: row.person_id, purpose: row.purpose };
};

/** Records the last use, at most once a minute. */
const recordUse = async (
  db: Db,
  { purpose, team_id, person_id }: { purpose: Purpose; team_id: string; person_id: string },
): Promise<void> => {
  const step = sql<Date>`now() - make_interval(secs => ${usedAtStepSeconds})`;
  await db
    .updateTable("program_key")
    .set({ used_at: sql<Date>`now()` })
    .where("purpose", "=", purpose)
    .where("team_id", "=", team_id)
    .where("person_id", "=", person_id)
    .where((where) => where.or([where("used_at", "is", null), where("used_at", "<", step)]))
    .execute();
};

/** Returns a key's public fields: its first characters, and its dates in Unix seconds. */
export const presentKey = (cache: KeyInfo | undefined) => ({
  hint: cache?.hint ?? null,
  moments: {
    ...(cache && { createdAt: secondsOf(cache.createdAt) }),
    ...(cache?.usedAt && { usedAt: secondsOf(cache.usedAt) }),
  },
});
