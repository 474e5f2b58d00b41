/** What a team's first deposit brings: the standard package, open gateways, and points. */
import { firstDepositOfferSeconds, firstDepositPoints } from "../../../../resources/billing/deposits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { namedId } from "../../ledger/named-id.ts";
import type { Owner, Parts } from "./parts.ts";

export interface FirstRecharge {
  /** Whether it was made. */
  readonly firstRecharge: boolean;
  /** Integer Unix seconds at which the offer began. */
  readonly timestamp: number;
}

/** Returns the points; undefined unless it was the first. A deposit that the chain takes back later stays the first. */
export const welcomeDeposit = async (
  { ledger, allowance }: Parts,
  trx: Trx,
  { teamId }: Owner,
  depositId: string,
): Promise<number | undefined> => {
  const points = await pointsNow(trx, teamId);
  const isFirst = await trx
    .insertInto("first_deposit")
    .values({ team_id: teamId, deposit_id: depositId, points })
    .onConflict((conflict) => conflict.doNothing())
    .returning("team_id")
    .executeTakeFirst();
  if (!isFirst) return undefined;
  await allowance.grantStandard(trx, teamId);
  await ledger.post(trx, {
    id: namedId(teamId, "first deposit"),
    from: { system: "bonus", unit: "POINT" },
    to: { teamId, unit: "POINT" },
    amount: BigInt(points),
    reason: "First deposit",
    ref: { deposit: depositId },
  });
  return points;
};

export const firstRechargeOf = async (db: Db, teamId: string): Promise<FirstRecharge> => {
  const [began, first] = await Promise.all([
    beganAt(db, teamId),
    db.selectFrom("first_deposit").select("team_id").where("team_id", "=", teamId).executeTakeFirst(),
  ]);
  return { firstRecharge: first !== undefined, timestamp: Math.floor(began.getTime() / 1000) };
};

const pointsNow = async (trx: Trx, teamId: string): Promise<number> => {
  const endsAt = (await beganAt(trx, teamId)).getTime() + firstDepositOfferSeconds * 1000;
  return Date.now() < endsAt ? firstDepositPoints.inTime : firstDepositPoints.later;
};

/** When the team's owner came. */
const beganAt = async (db: Db, teamId: string): Promise<Date> => {
  const row = await db
    .selectFrom("team")
    .innerJoin("person", "person.id", "team.owner_id")
    .select("person.created_at")
    .where("team.id", "=", teamId)
    .executeTakeFirstOrThrow();
  return row.created_at;
};
