/** Shows invitations to their recipients as notices that can be answered. */
import { sql } from "kysely";
import type { AccessCode } from "../../../../resources/declare/access.ts";
import type { Levels } from "../../../../resources/account/teams/levels.ts";
import { teamMessages } from "../../../../resources/account/teams/team-messages.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Notices } from "../notices/service.ts";
import { findByCode, findInvitation, isOpen, membershipState, type Invitation } from "./invitations.ts";
import { lockTeam, type LockedTeam } from "./memberships.ts";
import type { News } from "./news.ts";
import { targetsOf, type Target } from "./invitation-target.ts";
import { normalCode, userWithCode } from "./codes.ts";

export interface OfferDeps {
  readonly notices: Pick<Notices, "create" | "answered">;
}

export interface Redeemed {
  /** The team's invitation; null for a user's personal code. */
  readonly invitationId: string | null;
  readonly news: News;
}

/** Shows an invitation to a user. */
export const offer = async (
  { notices }: OfferDeps,
  trx: Trx,
  team: LockedTeam,
  invitationId: string,
  personId: string,
): Promise<void> => {
  await trx.updateTable("invitation").set({ person_id: personId }).where("id", "=", invitationId).execute();
  await notices.create(trx, personId, {
    type: "COOPERATION_INVITATION",
    message: teamMessages.invitedToTeam.replace("{team}", () => team.name),
    teamId: team.id,
    invitationId,
  });
};

/** Shows a user all open invitations to these wallets or email addresses that have no recipient yet. */
export const offerAll = async (
  deps: OfferDeps,
  trx: Trx,
  personId: string,
  targets: readonly Target[],
): Promise<News> => {
  let isNew = false;
  for (const { id, team_id } of await unseen(trx, targets)) {
    const team = await lockTeam(trx, team_id);
    const invitation = await findInvitation(trx, id);
    if (!team || !invitation || !isOpen(invitation) || invitation.person_id !== null) continue;
    const { isMember, open } = await membershipState(trx, team_id, personId);
    if (isMember || open !== undefined) continue;
    await offer(deps, trx, team, id, personId);
    isNew = true;
  }
  return isNew ? { noticed: [personId] } : {};
};

/**
 * Redeems the code of an invite link. Throws INVITE_UNKNOWN, INVITE_USED, INVITE_OTHER_WALLET or TEAM_JOINED_ALREADY;
 * then nothing changes.
 */
export const redeem = async (deps: OfferDeps, trx: Trx, personId: string, input: string): Promise<Redeemed> => {
  const code = normalCode(input);
  const matched = await findByCode(trx, code);
  if (!matched) return { invitationId: await refuseUnknown(trx, code), news: {} };
  const team = await lockTeam(trx, matched.team_id);
  const invitation = await findInvitation(trx, matched.id);
  if (!team || !invitation) throw new AppError("INVITE_UNKNOWN");
  await refuseOthers(trx, invitation, personId);
  const { isMember, open } = await membershipState(trx, team.id, personId);
  if (isMember) throw new AppError("TEAM_JOINED_ALREADY");
  if (open !== undefined) return { invitationId: open, news: {} };
  await offer(deps, trx, team, invitation.id, personId);
  return { invitationId: invitation.id, news: { teamId: team.id, noticed: [personId] } };
};

export interface LinkOffer {
  /** Name of the inviting team; null for a user's personal code. */
  readonly team: string | null;
  /** Name of the user who invites: of the owner, if that user has left. */
  readonly inviter?: string;
  readonly access?: AccessCode[];
  readonly levels?: Levels;
}

/** Returns what an invite link offers. Unknown, expired and answered codes look the same: null. */
export const offerOf = async (db: Db, input: string): Promise<LinkOffer | null> => {
  const invitation = await findByCode(db, normalCode(input));
  if (!invitation) return (await userWithCode(db, input)) === undefined ? null : { team: null };
  if (!isOpen(invitation)) return null;
  const found = await db
    .selectFrom("team")
    .innerJoin("person as owner", "owner.id", "team.owner_id")
    .leftJoin("person as inviter", (join) => join.on("inviter.id", "=", invitation.invited_by))
    .select(["team.name", "owner.username as owner", "inviter.username as inviter"])
    .where("team.id", "=", invitation.team_id)
    .executeTakeFirst();
  if (!found) return null;
  const { access, levels } = invitation;
  return { team: found.name, inviter: found.inviter ?? found.owner, access: [...access], levels };
};

/** Locks teams in the order of their ids, which prevents deadlocks. */
export const lockTeamsOf = async (trx: Trx, targets: readonly Target[], input: string | undefined): Promise<void> => {
  const byCode = input === undefined ? undefined : await findByCode(trx, normalCode(input));
  const ids = (await unseen(trx, targets)).map(({ team_id }) => team_id);
  for (const id of [...ids, ...(byCode ? [byCode.team_id] : [])].toSorted()) await lockTeam(trx, id);
};

const refuseOthers = async (trx: Trx, invitation: Invitation, personId: string): Promise<void> => {
  const { type, target, status, person_id: owner } = invitation;
  if (owner === personId && status === "VALID") throw new AppError("TEAM_JOINED_ALREADY");
  if (status !== "PENDING" || (owner !== null && owner !== personId)) throw new AppError("INVITE_USED");
  if (!isOpen(invitation)) throw new AppError("INVITE_UNKNOWN");
  if (type !== "WALLET") return;
  const own = await targetsOf(trx, personId);
  if (!own.some((one) => one.type === "WALLET" && one.target === target)) throw new AppError("INVITE_OTHER_WALLET");
};

/** A personal code grants no team access and is not an error. */
const refuseUnknown = async (db: Db, code: string): Promise<null> => {
  if ((await userWithCode(db, code)) === undefined) throw new AppError("INVITE_UNKNOWN");
  return null;
};

const unseen = async (trx: Trx, targets: readonly Target[]): Promise<Pick<Invitation, "id" | "team_id">[]> => {
  if (targets.length === 0) return [];
  return trx
    .selectFrom("invitation")
    .select(["id", "team_id"])
    .where("status", "=", "PENDING")
    .where("person_id", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .where((where) => where.or(targets.map(({ type, target }) => where.and({ type, target }))))
    .orderBy(sql`team_id::text`)
    .execute();
};
