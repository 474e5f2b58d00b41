/** A user's rewards points: total, uncollected and history. */
import type { PointMovement } from "../../../../resources/account/points.ts";
import type { Db } from "../../engines/database/database.ts";
import { countMovements, readMovements } from "../../ledger/movements.ts";
import { progressOfActivities } from "./activities.ts";
import { invitationCounts } from "./invitations.ts";
import { ownerOf, secondsOf, type Deps } from "./deps.ts";
import { questsOf } from "./quests.ts";

/** Unclaimed is what collecting would give now from tasks, invitations and quests. The total comes from the ledger. */
export const pointOverviewOf = async (
  deps: Deps,
  db: Db,
  personId: string,
): Promise<{ unclaimed: number; total: number }> => {
  const owner = await ownerOf(deps, db, personId);
  const now = deps.now();
  const [tasks, invitations, quests, total] = await Promise.all([
    progressOfActivities(db, owner, now),
    invitationCounts(db, personId, undefined, now),
    claimableQuestPoints(db, owner, now),
    deps.ledger.available(db, owner.teamId, "POINT"),
  ]);
  const waiting = tasks.filter(({ activity }) => activity.status === "CLAIM").map(({ activity }) => activity.points);
  const unclaimed = waiting.reduce((sum, points) => sum + points, invitations.points.unclaimed + quests);
  return { unclaimed, total: Number(total) };
};

export const pointHistoryOf = async (
  deps: Deps,
  db: Db,
  personId: string,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ items: PointMovement[]; total: number }> => {
  const { teamId } = await ownerOf(deps, db, personId);
  const [rows, total] = await Promise.all([
    readMovements(db, teamId, { unit: "POINT", account: "both" }, { size, offset: (page - 1) * size }),
    countMovements(db, teamId, { unit: "POINT", account: "both" }),
  ]);
  const items = rows.map(({ id, at, reason, amount, balance, isMerged }) => ({
    // Both entries of a merge have one id.
    id: isMerged ? `merged-${id}` : id,
    ...(isMerged && { merged: true as const }),
    createdAt: secondsOf(at),
    reason,
    points: Number(amount),
    total: Number(balance),
  }));
  return { items, total };
};

const claimableQuestPoints = async (db: Db, owner: Parameters<typeof questsOf>[1], now: Date): Promise<number> => {
  const claimable = (await questsOf(db, owner, now)).filter(({ state }) => state === 1).map(({ id }) => id);
  if (claimable.length === 0) return 0;
  const rows = await db.selectFrom("quest").select("points").where("id", "in", claimable).execute();
  return rows.reduce((sum, { points }) => sum + points, 0);
};
