import type * as z from "zod/mini";
import { newlyManaged, refusalToChange, type Grant } from "../../../../resources/account/teams/grants.ts";
import type { editMember as editCall } from "../../../../resources/account/teams/member-calls.ts";
import { teamMessages } from "../../../../resources/account/teams/team-messages.ts";
import { messages } from "../../../../resources/declare/messages.ts";
import type { Trx } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import { findInvitation, type Invitation } from "./invitations.ts";
import { managed, type TeamCaller } from "./manage.ts";
import type { LockedTeam } from "./memberships.ts";
import type { News } from "./news.ts";
import { disband, removeMember, type RemovalDeps } from "./removal.ts";
import { namesOf, refusalToGive, tidyGrant } from "./rights.ts";

export type Change = z.output<NonNullable<typeof editCall.body>>;

/**
 * Changes a member or an invitation of the caller's team, or removes all of them. Throws NOT_FOUND, OWNER_FIXED,
 * OWNER_ONLY, OWN_MEMBERSHIP, MEMBER_NOT_ACTIVE, and INVALID_INPUT on `access` or `invitationId`.
 */
export const editMember = async (deps: RemovalDeps, trx: Trx, caller: TeamCaller, change: Change): Promise<News> => {
  const { team, manager } = await managed(trx, caller);
  if (change.disband) {
    if (!manager.isOwner) throw new AppError("OWNER_ONLY");
    return disband(deps, trx, team);
  }
  const place = await placeIn(trx, team, change.invitationId);
  const refusal = refusalToChange(manager, { access: place.access, isSelf: place.person_id === manager.personId });
  if (refusal) throw new AppError(refusal);
  if (change.status === "REMOVE") return removeMember(deps, trx, team, place);
  const grant = tidyGrant({ access: change.access ?? place.access, levels: change.levels ?? place.levels });
  const beyond = refusalToGive(manager, place, grant);
  if (beyond !== undefined) throw new AppError("INVALID_INPUT", { fields: { access: [beyond] } });
  const status = statusAfter(place, change.status);
  await store(trx, place, { ...grant, status, note: change.note ?? place.note });
  return notifyMember(deps, trx, team, { ...place, status }, grant);
};

/** Returns the invitation. The owner's row in the list has the team's ID. */
const placeIn = async (trx: Trx, team: LockedTeam, id: string | undefined): Promise<Invitation> => {
  if (id === undefined) throw new AppError("INVALID_INPUT", { fields: { invitationId: [messages.fieldRequired] } });
  if (id === team.id) throw new AppError("OWNER_FIXED");
  const place = await findInvitation(trx, id);
  if (place?.team_id !== team.id) throw new AppError("NOT_FOUND");
  return place;
};

const statusAfter = ({ status }: Invitation, action: "DISABLE" | "ENABLE" | undefined): Invitation["status"] => {
  if (action === undefined) return status;
  if (status !== "VALID" && status !== "DISABLED") throw new AppError("MEMBER_NOT_ACTIVE");
  return action === "DISABLE" ? "DISABLED" : "VALID";
};

interface Stored extends Grant {
  readonly status: Invitation["status"];
  readonly note: string;
}

/** Stores the effective access in the membership, and the listed access in the invitation. */
const store = async (
  trx: Trx,
  { id, team_id, person_id }: Invitation,
  { access, levels, status, note }: Stored,
): Promise<void> => {
  const grant = { access: [...access], levels };
  await trx
    .updateTable("invitation")
    .set({ ...grant, status, note })
    .where("id", "=", id)
    .execute();
  if (status !== "VALID" && status !== "DISABLED") return;
  await trx
    .updateTable("membership")
    .set({ ...grant, status: status === "DISABLED" ? "DISABLED" : "NORMAL" })
    .where("team_id", "=", team_id)
    .where("person_id", "=", person_id)
    .execute();
};

const notifyMember = async (
  { notices }: RemovalDeps,
  trx: Trx,
  team: LockedTeam,
  before: Invitation,
  grant: Grant,
): Promise<News> => {
  const { status, person_id: personId } = before;
  if (personId === null || (status !== "VALID" && status !== "DISABLED")) return { teamId: team.id };
  const sections = newlyManaged(before, grant);
  const news = { teamId: team.id, changed: [personId] };
  if (status === "DISABLED" || sections.length === 0) return news;
  const message = teamMessages.editAccessGranted
    .replace("{team}", () => team.name)
    .replace("{sections}", () => namesOf(sections));
  await notices.create(trx, personId, { type: "SWITCH_TO_MEMBER", message, teamId: team.id });
  return { ...news, noticed: [personId] };
};
