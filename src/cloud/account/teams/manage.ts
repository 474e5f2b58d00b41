import { accessCodes } from "../../../../resources/declare/access.ts";
import type { Trx } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Caller } from "../../kernel/calls/route.ts";
import { lockTeam, membershipIn, type LockedTeam } from "./memberships.ts";
import type { Manager } from "./rights.ts";

export type TeamCaller = Pick<Caller, "userId" | "teamId">;

/** Returns the caller's team, locked until the transaction ends, and the caller's current rights. Throws FORBIDDEN. */
export const managed = async (
  trx: Trx,
  { userId, teamId }: TeamCaller,
): Promise<{ readonly team: LockedTeam; readonly manager: Manager }> => {
  const team = await lockTeam(trx, teamId);
  const membership = team && (await membershipIn(trx, userId, teamId));
  // The caller may have been removed or restricted since the call was authorized.
  if (!team || membership?.status !== "NORMAL") throw new AppError("FORBIDDEN");
  if (team.ownerId === userId) {
    return { team, manager: { personId: userId, isOwner: true, access: accessCodes, levels: {} } };
  }
  const { access, levels = {} } = membership;
  if (!access.includes("MEMBER") || levels.MEMBER === "read") throw new AppError("FORBIDDEN");
  return { team, manager: { personId: userId, isOwner: false, access, levels } };
};
