/** Moves rewards to another user. A reward that both received counts once. */
import { sql } from "kysely";
import type { Trx } from "../../engines/database/database.ts";

/** Moves claims, visits and invitations. Returns the points both users received, to be taken back. */
export const mergeRewards = async (trx: Trx, fromId: string, toId: string): Promise<bigint> => {
  const { rows } = await sql<{ points: bigint }>`
    select coalesce(sum(a.points), 0)::int8 as points from reward_claim a join reward_claim b using (subject, period)
    where a.person_id = ${fromId} and b.person_id = ${toId}
  `.execute(trx);
  const invited = await sql<{ points: bigint }>`
    select coalesce(sum(points), 0)::int8 as points from reward_invitation
    where (inviter_id = ${fromId} and person_id = ${toId}) or (inviter_id = ${toId} and person_id = ${fromId})
  `.execute(trx);
  await sql`
    update reward_claim as given set person_id = ${toId} where person_id = ${fromId} and not exists (
      select from reward_claim as kept
      where kept.person_id = ${toId} and kept.subject = given.subject and kept.period = given.period)
  `.execute(trx);
  await sql`
    update reward_visit as given set person_id = ${toId} where person_id = ${fromId} and not exists (
      select from reward_visit as kept
      where kept.person_id = ${toId} and kept.task_id = given.task_id and kept.period = given.period)
  `.execute(trx);
  await trx.updateTable("reward_invitation").set({ inviter_id: toId }).where("inviter_id", "=", fromId).execute();
  return rows[0]!.points + invited.rows[0]!.points;
};
