import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { broadcastEvent, type Notice, type NoticeType, type Offer } from "../../../../resources/account/notices.ts";
import { noticesKeptSeconds, noticesShownMax } from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty } from "../../kernel/duties.ts";
import type { AccessCode } from "../../../../resources/declare/access.ts";
import type { Levels } from "../../../../resources/account/teams/levels.ts";
import { AppError } from "../../kernel/app-error.ts";
import { countOf } from "../../kernel/calls/list-query.ts";
import { isUuid } from "../../kernel/uuid.ts";

/** A user's notice, and the subject it refers to. */
export interface NewNotice {
  readonly type: NoticeType;
  readonly message: string;
  readonly url?: string;
  readonly label?: string;
  readonly teamId?: string;
  readonly invitationId?: string;
}

export type Notices = ReturnType<typeof createNotices>;

/** Notices from the server, a team or an operator to users. */
export const createNotices = ({ database: { db }, realtime }: Pick<Engines, "database" | "realtime">) => {
  let announcedUntil = new Date();

  const tellAll = (): void => realtime.toAll(broadcastEvent, {});
  /** Notifies everyone when a broadcast started or ended since the last call. Returns whether there was one. */
  const announceDue = async (now = new Date()): Promise<boolean> => {
    const due = await startedOrEnded(db, announcedUntil, now);
    announcedUntil = now;
    if (due) tellAll();
    return due;
  };

  return {
    /** Stores a notice for one user; `tell` the user after the commit. Returns its id. */
    create,
    /** Deletes obsolete notices. Returns their users; `tell` them after the commit. */
    remove,
    /** Returns a user's current notices, newest first: their own and broadcasts. */
    of: (db: Db, personId: string): Promise<Notice[]> =>
      noticesOf(db, personId, { from: visibleTo, offset: 0, limit: noticesShownMax }),
    /** Returns a page of a user's notices, newest first: current ones, and broadcasts that have ended. */
    history: historyOf,
    /** Throws NOT_FOUND for a notice of another user. */
    read: markRead,
    /** Marks those of the notices that belong to the user. */
    readAll: markAllRead,
    /** Marks the notice of an invitation as answered. */
    answered: markAnswered,
    /** Tells the user's open dashboards to reload. */
    refresh: (personId: string): void => realtime.toUser(personId, broadcastEvent, {}),
    /** Tells all open dashboards to reload. */
    refreshAll: tellAll,
    announceDue,
    /** Deletes obsolete notices. Returns how many. */
    sweep: (): Promise<number> => sweep(db),
    duties: [
      { name: "Announce due notices", every: "15 s", scope: "cluster", run: () => announceDue() },
      { name: "Delete old notices", every: "1 h", scope: "cluster", run: () => sweep(db) },
    ] satisfies readonly Duty[],
  };
};

const create = async (
  trx: Trx,
  personId: string,
  { type, message, url = "", label = "", teamId, invitationId }: NewNotice,
): Promise<string> => {
  const id = randomUUID();
  await trx
    .insertInto("notice")
    .values({
      id,
      type,
      person_id: personId,
      team_id: teamId ?? null,
      invitation_id: invitationId ?? null,
      message,
      url,
      label,
    })
    .execute();
  return id;
};

const remove = async (trx: Trx, ids: readonly string[]): Promise<readonly string[]> => {
  if (ids.length === 0) return [];
  const rows = await trx.deleteFrom("notice").where("id", "in", ids).returning("person_id").execute();
  return [...new Set(rows.flatMap(({ person_id }) => person_id ?? []))];
};

/** Time-based processing of notices. */

/** Whether a broadcast notice started or ended between the two moments. */
const startedOrEnded = async (db: Db, after: Date, until: Date): Promise<boolean> => {
  const dueNotice = await db
    .selectFrom("notice")
    .select("id")
    .where("person_id", "is", null)
    .where((where) =>
      where.or([
        where.and([where("starts_at", ">", after), where("starts_at", "<=", until)]),
        where.and([where("ends_at", ">", after), where("ends_at", "<=", until)]),
      ]),
    )
    .executeTakeFirst();
  return dueNotice !== undefined;
};

/** Deletes old read notices and old ended broadcasts. Returns how many. */
const sweep = async (db: Db): Promise<number> => {
  const limit = sql<Date>`now() - make_interval(secs => ${noticesKeptSeconds})`;
  const readLongAgo = db.selectFrom("notice_read").select("notice_id").where("read_at", "<", limit);
  const { numDeletedRows } = await db
    .deleteFrom("notice")
    .where((where) =>
      where.or([
        where("ends_at", "<", limit),
        where.and([where("person_id", "is not", null), where("id", "in", readLongAgo)]),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};

// Notices as their recipient sees them.

const historyOf = async (
  db: Db,
  personId: string,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ items: Notice[]; total: number }> => {
  const [items, total] = await Promise.all([
    noticesOf(db, personId, { from: startedFor, offset: (page - 1) * size, limit: size }),
    countOf(startedFor(db, personId)),
  ]);
  return { items, total };
};

interface Excerpt {
  /** Which notices. */
  readonly from: typeof startedFor;
  readonly offset: number;
  readonly limit: number;
}

/** Some of the user's own notices and broadcasts, newest first. */
const noticesOf = async (db: Db, personId: string, { from, offset, limit }: Excerpt): Promise<Notice[]> => {
  const rows = await from(db, personId)
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
    .offset(offset)
    .limit(limit)
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
const markRead = async (trx: Trx, personId: string, id: string): Promise<void> => {
  const visible =
    isUuid(id) && (await visibleTo(trx, personId).select("notice.id").where("notice.id", "=", id).executeTakeFirst());
  if (!visible) throw new AppError("NOT_FOUND");
  await markAllRead(trx, personId, [id]);
};

const markAllRead = async (trx: Trx, personId: string, ids: readonly string[]): Promise<void> => {
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
const markAnswered = async (trx: Trx, personId: string, invitationId: string): Promise<void> => {
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

/** A user's notices until their end. */
const visibleTo = (db: Db, personId: string) =>
  startedFor(db, personId).where((where) =>
    where.or([where("notice.ends_at", "is", null), where("notice.ends_at", ">", sql<Date>`now()`)]),
  );

/** A user's notices from their start. */
const startedFor = (db: Db, personId: string) =>
  db
    .selectFrom("notice")
    .where((where) => where.or([where("notice.person_id", "is", null), where("notice.person_id", "=", personId)]))
    .where("notice.starts_at", "<=", sql<Date>`now()`);

const offerOf = (teamName: string | null, access: AccessCode[] | null, levels: Levels | null): Offer | null =>
  teamName === null ? null : { teamName, access: access ?? [], levels: levels ?? {} };
