/** Notices as their recipient sees them. */
import { sql } from "kysely";
import type { AccessCode } from "../../../../resources/access.ts";
import type { Levels } from "../../../../resources/account/levels.ts";
import type { Notice, Offer } from "../../../../resources/account/notices.ts";
import { noticesShownMax } from "../../../../resources/limits.ts";
import { AppError } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { isUuid } from "../uuid.ts";

/** The user's own notices and current broadcasts, newest first, up to the display limit. */
export const noticesOf = async (db: Db, personId: string): Promise<Notice[]> => {
  const rows = await visibleTo(db, personId)
    .leftJoin("notice_read", (join) =>
      join.onRef("notice_read.notice_id", "=", "notice.id").on("notice_read.person_id", "=", personId),
    )
    // An invitation that was answered or expired is shown, but asks for nothing.
    .leftJoin("invitation", (join) =>
      join
        .onRef("invitation.id", "=", "notice.invitation_id")
        .on("invitation.status", "=", "PENDING")
        .on("invitation.expires_at", ">", sql<Date>`now()`),
    )
    .leftJoin("team", "team.id", "invitation.team_id")
    .select([
      "notice.id",
      "notice.type",
      "notice.message",
      "notice.url",
      "notice.name",
      "notice.label",
      "notice.team_id",
      "notice.starts_at",
      "notice_read.read_at",
      "invitation.id as invitation_id",
      "invitation.access",
      "invitation.levels",
      "team.name as team_name",
    ])
    .orderBy("notice.starts_at", "desc")
    .orderBy("notice.id")
    .limit(noticesShownMax)
    .execute();
  return rows.map(({ id, type, message, url, name, label, ...row }) => ({
    id,
    type,
    message,
    url,
    name,
    label,
    teamId: row.team_id,
    invitationId: row.invitation_id,
    offer: offerOf(row.team_name, row.access, row.levels),
    read: row.read_at !== null,
    createdAt: Math.floor(row.starts_at.getTime() / 1000),
  }));
};

/** Throws NOT_FOUND for notices of other users. */
export const markRead = async (trx: Trx, personId: string, id: string): Promise<void> => {
  const visible =
    isUuid(id) && (await visibleTo(trx, personId).select("notice.id").where("notice.id", "=", id).executeTakeFirst());
  if (!visible) throw new AppError("NOT_FOUND");
  await markAllRead(trx, personId, [id]);
};

export const markAllRead = async (trx: Trx, personId: string, ids: readonly string[]): Promise<void> => {
  const possible = ids.filter(isUuid);
  if (possible.length === 0) return;
  const theirs = visibleTo(trx, personId)
    .select(["notice.id as notice_id", sql<string>`${personId}::uuid`.as("person_id")])
    .where("notice.id", "in", possible)
    // An operator may delete one concurrently: it is skipped.
    .forKeyShare("notice");
  await trx
    .insertInto("notice_read")
    .columns(["notice_id", "person_id"])
    .expression(theirs)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Answered invitations no longer ask. */
export const markAnswered = async (trx: Trx, personId: string, invitationId: string): Promise<void> => {
  const rows = await trx
    .selectFrom("notice")
    .select("id")
    .where("person_id", "=", personId)
    .where("invitation_id", "=", invitationId)
    .execute();
  await markAllRead(
    trx,
    personId,
    rows.map(({ id }) => id),
  );
};

const visibleTo = (db: Db, personId: string) =>
  db
    .selectFrom("notice")
    .where((where) => where.or([where("notice.person_id", "is", null), where("notice.person_id", "=", personId)]))
    .where("notice.starts_at", "<=", sql<Date>`now()`)
    .where((where) => where.or([where("notice.ends_at", "is", null), where("notice.ends_at", ">", sql<Date>`now()`)]));

const offerOf = (teamName: string | null, access: AccessCode[] | null, levels: Levels | null): Offer | null =>
  teamName === null ? null : { teamName, access: access ?? [], levels: levels ?? {} };
