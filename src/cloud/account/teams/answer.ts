import { newlyManaged, noAccess } from "../../../../resources/account/teams/grants.ts";
import { teamMessages } from "../../../../resources/account/teams/team-messages.ts";
import type { Trx } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import { findInvitation, isOpen, type Invitation } from "./invitations.ts";
import { addMember, lockTeam, type LockedTeam } from "./memberships.ts";
import type { MemberListener } from "../events.ts";
import type { News } from "./news.ts";
import type { OfferDeps } from "./offers.ts";
import { targetsOf } from "./invitation-target.ts";

export interface Answered {
  readonly team: { readonly teamId: string; readonly teamName: string; readonly alert: string } | null;
  readonly news: News;
}

/** Accepts or declines an invitation shown to the user. Parallel requests join once. Throws NOT_FOUND. */
export const answerInvitation = async (
  { notices, memberChanged }: OfferDeps & { readonly memberChanged: MemberListener },
  trx: Trx,
  personId: string,
  invitationId: string,
  accept: boolean,
): Promise<Answered> => {
  const { team, invitation } = await held(trx, personId, invitationId);
  if (accept && invitation.status === "VALID") return { team: joined(team, invitation), news: {} };
  if (!isOpen(invitation)) throw new AppError("NOT_FOUND");
  await notices.answered(trx, personId, invitation.id);
  await trx
    .updateTable("invitation")
    .set({ status: accept ? "VALID" : "REJECT" })
    .where("id", "=", invitation.id)
    .execute();
  if (!accept) return { team: null, news: { teamId: team.id, noticed: [personId] } };
  await addMember(trx, team.id, personId, invitation);
  await dropOthers(trx, team.id, personId);
  await memberChanged(trx, { teamId: team.id, personId, change: "joined" });
  return {
    team: joined(team, invitation),
    news: { teamId: team.id, noticed: [personId], joined: personId },
  };
};

const held = async (
  trx: Trx,
  personId: string,
  id: string,
): Promise<{ readonly team: LockedTeam; readonly invitation: Invitation }> => {
  const stored = await findInvitation(trx, id);
  const team = stored && (await lockTeam(trx, stored.team_id));
  const invitation = team && (await findInvitation(trx, id));
  if (!invitation || invitation.person_id !== personId) throw new AppError("NOT_FOUND");
  return { team, invitation };
};

const joined = ({ id, name }: LockedTeam, grant: Invitation): Answered["team"] => {
  const onlyReads = grant.access.length > 0 && newlyManaged(noAccess, grant).length === 0;
  return {
    teamId: id,
    teamName: name,
    alert: onlyReads ? teamMessages.joinedToRead.replace("{team}", () => name) : "",
  };
};

/** A user invited by wallet and by email becomes a member once. */
const dropOthers = async (trx: Trx, teamId: string, personId: string): Promise<void> => {
  const targets = await targetsOf(trx, personId);
  await trx
    .deleteFrom("invitation")
    .where("team_id", "=", teamId)
    .where("status", "in", ["PENDING", "REJECT"])
    .where((where) => where.or(targets.map(({ type, target }) => where.and({ type, target }))))
    .execute();
};
