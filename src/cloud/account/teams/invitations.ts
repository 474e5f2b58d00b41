import type { Grant } from "../../../../resources/account/teams/grants.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { isFull } from "../../../../resources/declare/define.ts";
import { members } from "../../../../resources/account/teams/members.ts";
import { invitationSeconds } from "../../../../resources/limits.ts";
import { countOf } from "../../kernel/calls/list-query.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { AppError } from "../../kernel/app-error.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import { isUuid } from "../../kernel/uuid.ts";
import { newInvitationCode } from "./codes.ts";

export type Invitation = RowOf<"invitation">;

export interface NewInvitation extends Grant {
  readonly type: Invitation["type"];
  readonly target: string;
  readonly note: string;
  readonly personId: string | null;
  /** The user who invites. */
  readonly invitedBy: string;
}

/** Returns whether the invitation can still be accepted. */
export const isOpen = ({ status, expires_at }: Pick<Invitation, "status" | "expires_at">): boolean =>
  status === "PENDING" && expires_at > new Date();

/** Finds an invitation of any team; undefined for invalid IDs. */
export const findInvitation = async (db: Db, id: string): Promise<Invitation | undefined> =>
  isUuid(id) ? db.selectFrom("invitation").selectAll().where("id", "=", id).executeTakeFirst() : undefined;

/** Returns a member's name or an invitation's recipient; empty for an open link and for other teams. */
export const nameOfInvited = async (db: Db, teamId: string, id: string | undefined): Promise<string> => {
  const invitation = id === undefined ? undefined : await findInvitation(db, id);
  if (invitation?.team_id !== teamId) return "";
  const { person_id: personId, target } = invitation;
  const userName =
    personId && (await db.selectFrom("person").select("username").where("id", "=", personId).executeTakeFirst());
  return userName ? userName.username : target;
};

export const findByCode = (db: Db, code: string): Promise<Invitation | undefined> =>
  db.selectFrom("invitation").selectAll().where("code", "=", code).executeTakeFirst();

/** Throws MEMBERS_LIMIT. */
export const insertInvitation = async (
  trx: Trx,
  teamId: string,
  { type, target, access, levels, note, personId, invitedBy }: NewInvitation,
): Promise<Invitation> => {
  await refuseFull(trx, teamId);
  return trx
    .insertInto("invitation")
    .values({
      id: randomUUID(),
      team_id: teamId,
      type,
      target,
      code: newInvitationCode(),
      access: [...access],
      levels,
      note,
      status: "PENDING",
      person_id: personId,
      invited_by: invitedBy,
      expires_at: secondsFromNow(invitationSeconds),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Deletes invitations that ended without a member, to be replaced by a new one. */
export const dropEnded = async (trx: Trx, teamId: string): Promise<void> => {
  await trx
    .deleteFrom("invitation")
    .where("team_id", "=", teamId)
    .where("status", "=", "PENDING")
    .where("expires_at", "<=", sql<Date>`now()`)
    .execute();
};

/** Returns a user's status in a team: member, invited, or neither. Declined or expired invitations are replaced. */
export const membershipState = async (
  trx: Trx,
  teamId: string,
  personId: string,
): Promise<{ readonly isMember: boolean; readonly open: string | undefined }> => {
  await dropEnded(trx, teamId);
  const theirs = () => trx.selectFrom("invitation").where("team_id", "=", teamId).where("person_id", "=", personId);
  await trx
    .deleteFrom("invitation")
    .where("id", "in", theirs().select("id").where("status", "=", "REJECT"))
    .execute();
  const open = await theirs().select("id").where("status", "=", "PENDING").executeTakeFirst();
  const member = await trx
    .selectFrom("membership")
    .select("person_id")
    .where("team_id", "=", teamId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return { isMember: member !== undefined, open: open?.id };
};

const refuseFull = async (trx: Trx, teamId: string): Promise<void> => {
  const invited = await countOf(trx.selectFrom("invitation").where("team_id", "=", teamId));
  const owner = 1;
  if (isFull(members, owner + invited)) throw new AppError("MEMBERS_LIMIT");
};
