import { uploadsOpenMax } from "../../../../resources/limits.ts";
import { AppError } from "../../app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { countOf } from "../list-query.ts";

/** Throws TOO_MANY_REQUESTS if a team has reached its limit of open uploads. */
export const refuseTooMany = async (trx: Trx, teamId: string): Promise<void> => {
  const open = await countOf(trx.selectFrom("upload").where("team_id", "=", teamId).where("published", "is", null));
  if (open >= uploadsOpenMax) throw new AppError("TOO_MANY_REQUESTS");
};
