/** Broadcast notices, published by an operator for a period. */
import { randomUUID } from "node:crypto";
import { sql, type Expression, type SqlBool } from "kysely";
import type { Row } from "../../../../resources/define.ts";
import type { notices, NoticeState } from "../../../../resources/operator/notices.ts";
import { AppError } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { containing, countOf, onPage, type PageQuery } from "../list-query.ts";
import { isUuid } from "../uuid.ts";
import "./tables.ts";

type Published = Row<typeof notices>;
export type NoticeInput = Pick<Published, "type" | "message" | "url" | "label" | "name" | "startsAt" | "endsAt">;

interface PublishedQuery extends PageQuery {
  readonly keyword?: string | undefined;
  readonly type?: string | undefined;
  readonly state?: string | undefined;
}

/** A page of the broadcasts, newest first. */
export const listPublished = async (
  db: Db,
  { keyword, type, state, ...page }: PublishedQuery,
): Promise<{ items: Published[]; total: number }> => {
  const matching = forEverybody(db)
    .$if(!!keyword, (rows) => rows.where("message", "ilike", containing(keyword!)))
    .$if(type !== undefined, (rows) => rows.where("type", "=", type as Published["type"]))
    .$if(state !== undefined, (rows) => rows.where(inState[state as NoticeState]));
  const [rows, total] = await Promise.all([
    columnsOf(matching).orderBy("created_at", "desc").orderBy("id").$call(onPage(page)).execute(),
    countOf(matching),
  ]);
  return { items: rows.map(present), total };
};

/** Throws NOT_FOUND, also for a notice to a single user. */
export const findPublished = async (db: Db, id: string): Promise<Published> => {
  const row = isUuid(id) ? await columnsOf(forEverybody(db)).where("id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return present(row);
};

/** Throws INVALID_INPUT when the end is before the start. */
export const publish = async (trx: Trx, input: NoticeInput): Promise<Published> => {
  const id = randomUUID();
  const values = columnsFrom(input, new Date());
  await trx
    .insertInto("notice")
    .values({ id, ...values })
    .execute();
  return findPublished(trx, id);
};

/** Throws NOT_FOUND, or INVALID_INPUT when the end is before the start. Omitted fields are cleared. */
export const editPublished = async (trx: Trx, id: string, input: NoticeInput): Promise<Published> => {
  const { createdAt, startsAt = createdAt } = await findPublished(trx, id);
  const values = columnsFrom(input, new Date(startsAt * 1000));
  await trx.updateTable("notice").set(values).where("id", "=", id).execute();
  return findPublished(trx, id);
};

/** Throws NOT_FOUND. */
export const removePublished = async (trx: Trx, id: string): Promise<void> => {
  await findPublished(trx, id);
  await trx.deleteFrom("notice").where("id", "=", id).execute();
};

const forEverybody = (db: Db) => db.selectFrom("notice").where("person_id", "is", null);

const columnsOf = (query: ReturnType<typeof forEverybody>) =>
  query.select((eb) => [
    "id",
    "type",
    "message",
    "url",
    "name",
    "label",
    "starts_at",
    "ends_at",
    "created_at",
    sql<NoticeState>`case when starts_at > now() then 'scheduled' when ends_at <= now() then 'ended' else 'online' end`.as(
      "state",
    ),
    eb
      .selectFrom("notice_read")
      .select(({ fn }) => fn.countAll<bigint>().as("reads"))
      .whereRef("notice_read.notice_id", "=", "notice.id")
      .as("reads"),
  ]);

const inState: Readonly<Record<NoticeState, Expression<SqlBool>>> = {
  scheduled: sql<boolean>`starts_at > now()`,
  online: sql<boolean>`starts_at <= now() and (ends_at is null or ends_at > now())`,
  ended: sql<boolean>`ends_at <= now() and starts_at <= now()`,
};

const columnsFrom = (
  { type, message, url = "", label = "", name = "", startsAt, endsAt }: NoticeInput,
  otherwiseStarts: Date,
) => {
  const starts = startsAt === undefined ? otherwiseStarts : new Date(startsAt * 1000);
  const ends = endsAt === undefined ? null : new Date(endsAt * 1000);
  if (ends !== null && ends <= starts) {
    throw new AppError("INVALID_INPUT", { fields: { endsAt: ["Until: choose a time after the start."] } });
  }
  return { type, message, url, label, name, starts_at: starts, ends_at: ends };
};

type Selected = Awaited<ReturnType<ReturnType<typeof columnsOf>["execute"]>>[number];

const present = ({ id, type, message, url, name, label, state, reads, ...row }: Selected): Published => ({
  id,
  type: type as Published["type"],
  message,
  ...(url !== "" && { url }),
  ...(label !== "" && { label }),
  ...(name !== "" && { name }),
  startsAt: secondsOf(row.starts_at),
  ...(row.ends_at && { endsAt: secondsOf(row.ends_at) }),
  state,
  reads: Number(reads),
  createdAt: secondsOf(row.created_at),
});

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
