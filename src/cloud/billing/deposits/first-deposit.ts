/** First-deposit bonus: standard package, dedicated gateways, and points. */
import { firstDepositOfferSeconds, firstDepositPoints } from "../../../../resources/billing/deposits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { namedId } from "../ledger/named-id.ts";
import type { Owner, Deps } from "./deps.ts";
import { hasDeposited } from "../standing/service.ts";

export interface FirstRecharge {
  /** Whether it was made. */
  readonly firstRecharge: boolean;
  /** Start of the offer in Unix seconds. */
  readonly timestamp: number;
}

/**
 * Returns the points; undefined unless this deposit brings the team's total to the minimum for the first time. Small
 * deposits add up. A deposit reversed later stays the first.
 */
export const welcomeDeposit = async (
  { ledger, allowance }: Deps,
  trx: Trx,
  { teamId }: Owner,
  depositId: string,
): Promise<number | undefined> => {
  if (!(await hasDeposited(trx, teamId))) return undefined;
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
  const [signedUp, first] = await Promise.all([
    signedUpAt(db, teamId),
    db.selectFrom("first_deposit").select("team_id").where("team_id", "=", teamId).executeTakeFirst(),
  ]);
  return { firstRecharge: first !== undefined, timestamp: Math.floor(signedUp.getTime() / 1000) };
};

/** Moves a team's deposits to another team. Returns the first-deposit points to deduct when both made one. */
export const mergeDeposits = async (
  allowance: Pick<Deps["allowance"], "grantStandard">,
  trx: Trx,
  { fromTeam, toTeam }: { readonly fromTeam: string; readonly toTeam: string },
): Promise<bigint> => {
  await trx.updateTable("deposit").set({ team_id: toTeam }).where("team_id", "=", fromTeam).execute();
  await trx.updateTable("purchase").set({ team_id: toTeam }).where("team_id", "=", fromTeam).execute();
  const firsts = await trx
    .selectFrom("first_deposit")
    .select(["team_id", "points"])
    .where("team_id", "in", [fromTeam, toTeam])
    .execute();
  const moved = firsts.find((row) => row.team_id === fromTeam);
  if (!moved) return 0n;
  if (firsts.length === 2) return BigInt(moved.points);
  await trx.updateTable("first_deposit").set({ team_id: toTeam }).where("team_id", "=", fromTeam).execute();
  await allowance.grantStandard(trx, toTeam);
  return 0n;
};

const pointsNow = async (trx: Trx, teamId: string): Promise<number> => {
  const endsAt = (await signedUpAt(trx, teamId)).getTime() + firstDepositOfferSeconds * 1000;
  return Date.now() < endsAt ? firstDepositPoints.inTime : firstDepositPoints.later;
};

/** When the team's owner signed up. */
const signedUpAt = async (db: Db, teamId: string): Promise<Date> => {
  const row = await db
    .selectFrom("team")
    .innerJoin("person", "person.id", "team.owner_id")
    .select("person.created_at")
    .where("team.id", "=", teamId)
    .executeTakeFirstOrThrow();
  return row.created_at;
};
