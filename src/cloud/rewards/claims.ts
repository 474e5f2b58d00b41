/** Credits rewards points to the ledger: each reward once, also under concurrent requests. */
import type { Db, Trx } from "../engines/database/database.ts";
import { namedId } from "../billing/ledger/named-id.ts";
import type { Owner, Deps } from "./deps.ts";

export interface Reward {
  /** "task:daily-visit", "quest:<id>". */
  readonly subject: string;
  /** The day of a daily reward; empty for one-time rewards. */
  readonly period: string;
  readonly points: number;
  /** Text on the statement. */
  readonly reason: string;
}

/** Returns whether the reward was given now. A concurrent request waits here and then gets false. */
export const give = async (
  { ledger }: Pick<Deps, "ledger">,
  trx: Trx,
  { personId, teamId }: Owner,
  { subject, period, points, reason }: Reward,
): Promise<boolean> => {
  const isNew = await trx
    .insertInto("reward_claim")
    .values({ person_id: personId, subject, period, points })
    .onConflict((conflict) => conflict.doNothing())
    .returning("person_id")
    .executeTakeFirst();
  if (!isNew) return false;
  if (points === 0) return true;
  await ledger.post(trx, {
    id: namedId(personId, subject, period),
    from: { system: "bonus", unit: "POINT" },
    to: { teamId, unit: "POINT" },
    amount: BigInt(points),
    reason,
    ref: { reward: subject, ...(period && { day: period }) },
  });
  return true;
};

/** Collected one-time rewards and today's: `<subject>|<period>`. */
export const collectedBy = async (db: Db, personId: string, day: string): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom("reward_claim")
    .select(["subject", "period"])
    .where("person_id", "=", personId)
    .where("period", "in", ["", day])
    .execute();
  return new Set(rows.map(({ subject, period }) => claimKey(subject, period)));
};

export const claimKey = (subject: string, period: string): string => `${subject}|${period}`;

/** Number of users who collected each subject; daily ones count once a day. */
export const claimCounts = async (db: Db, subjects: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .selectFrom("reward_claim")
    .select(({ fn }) => ["subject", fn.countAll<bigint>().as("count")])
    .where("subject", "in", subjects)
    .groupBy("subject")
    .execute();
  return new Map(rows.map(({ subject, count }) => [subject, Number(count)]));
};
