import type { Trx } from "../../engines/database/database.ts";
import { pathOf } from "./path.ts";

/** Deletes a team's repositories and returns their folders, to be removed once the transaction has committed. */
export const removeTeam = async (trx: Trx, teamId: string): Promise<string[]> => {
  const rows = await trx
    .deleteFrom("repository")
    .where("team_id", "=", teamId)
    .returning(["id", "provider", "namespace", "name"])
    .execute();
  return rows.map(pathOf);
};
