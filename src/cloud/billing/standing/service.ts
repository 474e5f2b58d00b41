/** What a team's activation, deposits and payments give it access to, read from the database. */
import { firstDepositUsd } from "../../../../resources/billing/deposits.ts";
import type { Need } from "../../../../resources/declare/define.ts";
import { landUnit } from "../../../../resources/money.ts";
import type { Database, Db } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import { createLookupCache } from "../../lib/lookup-cache.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import { dunning } from "../ledger/dunning.ts";

export type Standing = ReturnType<typeof createStanding>;

const rememberedMs = 1000;

/** `now` is the clock of unpaid periods. */
export const createStanding = ({ db }: Pick<Database, "db">, now = (): Date => new Date()) => {
  const served = createLookupCache(rememberedMs, async (teamId) => {
    const { step } = await dunning(db, teamId, now());
    return step === "paid" || step === "refused";
  });
  return {
    /** Whether the account of the team's owner is activated. */
    isActivated,
    /** Throws NOT_ACTIVATED (100077) or GATEWAY_LOCKED if the team lacks what a resource's declaration needs. */
    requireNeeds: async (reader: Db, teamId: string, { needs }: { readonly needs: Need }): Promise<void> => {
      if (needs === "activation" && !(await isActivated(reader, teamId))) throw new AppError("NOT_ACTIVATED");
      if (needs === "deposit" && !(await hasDeposited(reader, teamId))) throw new AppError("GATEWAY_LOCKED");
    },
    /** Whether the team's valid deposits reach the minimum of a first deposit, which unlocks dedicated gateways. */
    hasDeposited,
    /** Returns when these users first activated or deposited, in Unix seconds; users who did neither are missing. */
    since: async (reader: Db, personIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
      if (personIds.length === 0) return new Map();
      const [activated, deposited] = await Promise.all([
        activatedSince(reader, personIds),
        depositedSince(reader, personIds),
      ]);
      const since = new Map<string, number>();
      for (const { id, at } of [...activated, ...deposited])
        since.set(id, Math.min(secondsOf(at), since.get(id) ?? Infinity));
      return since;
    },
    /**
     * Whether a team's sites, gateways and names are served: until 7 days after it could not pay. Cached for a second.
     */
    isServed: served.get,
  };
};

const isActivated = async (db: Db, teamId: string): Promise<boolean> => {
  const row = await db
    .selectFrom("team")
    .innerJoin("activation", "activation.person_id", "team.owner_id")
    .select("team.id")
    .where("team.id", "=", teamId)
    .executeTakeFirst();
  return row !== undefined;
};

/** Whether the team's valid deposits reach the minimum of a first deposit. */
export const hasDeposited = async (db: Db, teamId: string): Promise<boolean> => {
  const { usd } = await db
    .selectFrom("deposit")
    .select(({ fn }) => fn.sum<string | null>("usd").as("usd"))
    .where("team_id", "=", teamId)
    .where("status", "=", "CREDITED")
    .executeTakeFirstOrThrow();
  return BigInt(usd ?? 0) >= BigInt(firstDepositUsd) * landUnit;
};

const activatedSince = (db: Db, personIds: readonly string[]) =>
  db
    .selectFrom("activation")
    .select(["person_id as id", "created_at as at"])
    .where("person_id", "in", [...personIds])
    .execute();

const depositedSince = (db: Db, personIds: readonly string[]) =>
  db
    .selectFrom("first_deposit")
    .innerJoin("team", "team.id", "first_deposit.team_id")
    .select(["team.owner_id as id", "first_deposit.created_at as at"])
    .where("team.owner_id", "in", [...personIds])
    .execute();
