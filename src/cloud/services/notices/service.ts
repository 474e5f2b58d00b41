import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { broadcastEvent, type Notice, type NoticeType } from "../../../../resources/account/notices.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { beganOrEnded, sweep } from "./due.ts";
import { markAllRead, markAnswered, markRead, noticesOf } from "./person.ts";

/** What a person is told, and of what it speaks. */
export interface NewNotice {
  readonly type: NoticeType;
  readonly message: string;
  readonly url?: string;
  readonly label?: string;
  readonly teamId?: string;
  readonly invitationId?: string;
}

export interface Notices {
  /** Keeps a notice for one person; `tell` the person once it is committed. Returns its id. */
  toPerson(trx: Trx, personId: string, notice: NewNotice): Promise<string>;
  /** Deletes notices that are not so any more. Returns whose they were; `tell` them once it is committed. */
  takeBack(trx: Trx, ids: readonly string[]): Promise<readonly string[]>;
  /** What a person is told now, newest first: the own notices and those for everybody. */
  of(db: Db, personId: string): Promise<Notice[]>;
  /** Throws NOT_FOUND for a notice that is not the person's. */
  read(trx: Trx, personId: string, id: string): Promise<void>;
  /** Marks those of the notices that are the person's. */
  readAll(trx: Trx, personId: string, ids: readonly string[]): Promise<void>;
  /** Marks what asked the person to answer an invitation. */
  answered(trx: Trx, personId: string, invitationId: string): Promise<void>;
  /** Lets the person's open dashboards ask again. */
  tell(personId: string): void;
  /** Lets every open dashboard ask again. */
  tellAll(): void;
  /** Tells everybody when a notice's time has come or is over since it was last asked. Returns whether there was one. */
  announceDue(now?: Date): Promise<boolean>;
  /** Deletes what nobody needs any more. Returns how many notices. */
  sweep(): Promise<number>;
  /** Begins to announce and to sweep. */
  work(): void;
  close(): void;
}

const announceMs = 15_000;
const sweepMs = 3_600_000;

/** What the cloud, a team or an operator tells people. */
export const createNotices = (
  { database: { db }, realtime }: Pick<Engines, "database" | "realtime">,
  log: Pick<Logger, "warn">,
): Notices => {
  const timers: NodeJS.Timeout[] = [];
  let announcedUntil = new Date();

  const tellAll = (): void => realtime.toAll(broadcastEvent, {});
  const announceDue = async (now = new Date()): Promise<boolean> => {
    const due = await beganOrEnded(db, announcedUntil, now);
    announcedUntil = now;
    if (due) tellAll();
    return due;
  };
  const every = (ms: number, act: () => Promise<unknown>, failure: string): void => {
    const run = () => void act().catch((error: unknown) => log.warn({ err: error }, failure));
    timers.push(setInterval(run, ms).unref());
  };

  return {
    toPerson,
    takeBack,
    of: noticesOf,
    read: markRead,
    readAll: markAllRead,
    answered: markAnswered,
    tell: (personId) => realtime.toUser(personId, broadcastEvent, {}),
    tellAll,
    announceDue,
    sweep: () => sweep(db),
    work: () => {
      every(announceMs, () => announceDue(), "Notices could not be announced");
      every(sweepMs, () => sweep(db), "Old notices were not removed");
    },
    close: () => timers.forEach((timer) => clearInterval(timer)),
  };
};

const toPerson: Notices["toPerson"] = async (
  trx,
  personId,
  { type, message, url = "", label = "", teamId = null, invitationId = null },
) => {
  const id = randomUUID();
  await trx
    .insertInto("notice")
    .values({ id, type, person_id: personId, team_id: teamId, invitation_id: invitationId, message, url, label })
    .execute();
  return id;
};

const takeBack: Notices["takeBack"] = async (trx, ids) => {
  if (ids.length === 0) return [];
  const rows = await trx.deleteFrom("notice").where("id", "in", ids).returning("person_id").execute();
  return [...new Set(rows.flatMap(({ person_id }) => person_id ?? []))];
};
