/** Ends memberships: removal, disbanding, or leaving. Tokens for the team end with the membership. */
import { teamMessages } from "../../../../resources/account/teams/team-messages.ts";
import type { Trx } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Tokens } from "../tokens/service.ts";
import type { Invitation } from "./invitations.ts";
import type { MemberListener } from "../events.ts";
import { lockTeam, membershipIn, type LockedTeam } from "./memberships.ts";
import type { News } from "./news.ts";
import type { OfferDeps } from "./offers.ts";

export interface RemovalDeps extends OfferDeps {
  readonly memberChanged: MemberListener;
  readonly tokens: Pick<Tokens, "removeOf">;
}

/** Removes a member with a notice from the team, or cancels an invitation. */
export const removeMember = async (
  deps: RemovalDeps,
  trx: Trx,
  team: LockedTeam,
  { id, status, person_id: personId }: Invitation,
): Promise<News> => {
  await trx.deleteFrom("invitation").where("id", "=", id).execute();
  if (personId === null) return { teamId: team.id };
  const wasMember = status === "VALID" || status === "DISABLED";
  if (!wasMember) return { teamId: team.id, noticed: [personId] };
  await dismiss(deps, trx, team, personId, teamMessages.removedFromTeam);
  return { teamId: team.id, noticed: [personId], changed: [personId] };
};

/** Removes all members and cancels open invitations. */
export const disband = async (deps: RemovalDeps, trx: Trx, team: LockedTeam): Promise<News> => {
  const ended = await trx.deleteFrom("invitation").where("team_id", "=", team.id).returning("person_id").execute();
  const members = await trx
    .selectFrom("membership")
    .select("person_id")
    .where("team_id", "=", team.id)
    .where("type", "=", "COLLABORATION")
    .execute();
  const memberIds = members.map(({ person_id }) => person_id);
  for (const personId of memberIds) await dismiss(deps, trx, team, personId, teamMessages.teamDisbanded);
  const invited = ended.flatMap(({ person_id }) => person_id ?? []);
  return { teamId: team.id, noticed: [...new Set([...invited, ...memberIds])], changed: memberIds };
};

/** Ends the user's own membership. Throws NOT_FOUND, or OWNER_STAYS. */
export const leaveTeam = async (deps: RemovalDeps, trx: Trx, personId: string, teamId: string): Promise<News> => {
  const team = await lockTeam(trx, teamId);
  const membership = team && (await membershipIn(trx, personId, teamId));
  if (!membership) throw new AppError("NOT_FOUND");
  if (membership.type === "INDIVIDUAL") throw new AppError("OWNER_STAYS");
  await trx.deleteFrom("invitation").where("team_id", "=", teamId).where("person_id", "=", personId).execute();
  await endMembership(deps, trx, team, personId, "left");
  return { teamId, changed: [personId] };
};

const dismiss = async (
  deps: RemovalDeps,
  trx: Trx,
  team: LockedTeam,
  personId: string,
  reason: string,
): Promise<void> => {
  await endMembership(deps, trx, team, personId, "removed");
  const message = reason.replace("{team}", () => team.name);
  await deps.notices.create(trx, personId, { type: "REMOVED_BY_TEAM_MANAGER", message, teamId: team.id });
};

const endMembership = async (
  { tokens, memberChanged }: RemovalDeps,
  trx: Trx,
  { id }: LockedTeam,
  personId: string,
  change: "left" | "removed",
): Promise<void> => {
  await tokens.removeOf(trx, id, personId);
  await trx.deleteFrom("membership").where("team_id", "=", id).where("person_id", "=", personId).execute();
  await memberChanged(trx, { teamId: id, personId, change });
};
