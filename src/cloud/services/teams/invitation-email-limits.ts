import { sql } from "kysely";
import { invitationEmailsPerAddress, invitationEmailsPerTeam } from "../../../../resources/limits.ts";
import type { Trx } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";

/**
 * Records that a team sends an email. Invitations can be cancelled and repeated, so their number does not limit the
 * emails. The caller holds the team's row. Throws INVITATION_LETTERS.
 */
export const recordInvitationEmail = async (trx: Trx, teamId: string, recipient: string): Promise<void> => {
  await trx.deleteFrom("invitation_letter").where("sent_at", "<=", dayAgo).execute();
  const { byTeam, toAddress } = await trx
    .selectFrom("invitation_letter")
    .select((eb) => [
      eb.fn.countAll<bigint>().filterWhere("team_id", "=", teamId).as("byTeam"),
      eb.fn.countAll<bigint>().filterWhere("recipient", "=", recipient).as("toAddress"),
    ])
    .where((where) => where.or([where("team_id", "=", teamId), where("recipient", "=", recipient)]))
    .executeTakeFirstOrThrow();
  if (Number(byTeam) >= invitationEmailsPerTeam || Number(toAddress) >= invitationEmailsPerAddress) {
    throw new AppError("INVITATION_LETTERS");
  }
  await trx.insertInto("invitation_letter").values({ team_id: teamId, recipient }).execute();
};

const dayAgo = sql<Date>`now() - interval '1 day'`;
