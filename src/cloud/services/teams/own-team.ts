/** A user's own team, which has the user's name and avatar. */
import type { Db, Trx } from "../../engines/database/database.ts";

export const renameOwn = async (trx: Trx, ownerId: string, name: string): Promise<void> => {
  await trx.updateTable("team").set({ name }).where("owner_id", "=", ownerId).execute();
};

/** Returns all members of a user's own team, including the owner. */
export const usersOfOwnTeam = async (db: Db, ownerId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom("membership")
    .innerJoin("team", "team.id", "membership.team_id")
    .select("membership.person_id as personId")
    .where("team.owner_id", "=", ownerId)
    .execute();
  return rows.map(({ personId }) => personId);
};

export const removeOwn = async (trx: Trx, ownerId: string): Promise<void> => {
  await trx.deleteFrom("team").where("owner_id", "=", ownerId).execute();
};
