import { sql, type SqlBool } from "kysely";
import type { Row } from "../../../../resources/define.ts";
import { imageTypes } from "../../../../resources/limits.ts";
import type { feedback } from "../../../../resources/operator/feedback.ts";
import { AppError } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { containing, countOf, onPage, type PageQuery } from "../list-query.ts";
import { isUuid } from "../uuid.ts";

type Entry = Row<typeof feedback>;

interface FeedbackQuery extends PageQuery {
  readonly keyword?: string | undefined;
  readonly feedbackType?: string | undefined;
  readonly state?: string | undefined;
}

/** Lists a page of feedback, newest first. */
export const listFeedback = async (
  db: Db,
  { keyword, feedbackType, state, ...page }: FeedbackQuery,
): Promise<{ items: Entry[]; total: number }> => {
  const matching = db
    .selectFrom("feedback")
    .$if(!!keyword, (rows) => rows.where("description", "ilike", containing(keyword!)))
    .$if(feedbackType !== undefined, (rows) => rows.where("feedback_type", "=", feedbackType as Entry["feedbackType"]))
    .$if(state !== undefined, (rows) => rows.where(sql<SqlBool>`(answered_at is null) = ${state === "open"}`));
  const [rows, total] = await Promise.all([
    columnsOf(matching).orderBy("feedback.created_at", "desc").orderBy("feedback.id").$call(onPage(page)).execute(),
    countOf(matching),
  ]);
  return { items: rows.map(present), total };
};

/** Returns one feedback. Throws NOT_FOUND. */
export const findFeedback = async (db: Db, id: string): Promise<Entry> => {
  const query = db.selectFrom("feedback");
  const row = isUuid(id) ? await columnsOf(query).where("feedback.id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return present(row);
};

/** Returns an image. Throws NOT_FOUND. */
export const findFeedbackImage = async (db: Db, id: string, position: string) => {
  if (!isUuid(id) || !/^\d$/.test(position)) throw new AppError("NOT_FOUND");
  const row = await db
    .selectFrom("feedback_image")
    .where("feedback_id", "=", id)
    .where("position", "=", Number(position))
    .select(["type", "bytes"])
    .executeTakeFirst();
  const type = imageTypes.find((one) => one === row?.type);
  if (!row || !type) throw new AppError("NOT_FOUND");
  return { type, base64: row.bytes.toString("base64") };
};

/** Marks feedback as answered; the first time is kept. Throws NOT_FOUND. */
export const answerFeedback = async (trx: Trx, id: string): Promise<null> => {
  await findFeedback(trx, id);
  await trx
    .updateTable("feedback")
    .set({ answered_at: new Date() })
    .where("id", "=", id)
    .where("answered_at", "is", null)
    .execute();
  return null;
};

/** Deletes feedback with its images. Throws NOT_FOUND. */
export const removeFeedback = async (trx: Trx, id: string): Promise<null> => {
  await findFeedback(trx, id);
  await trx.deleteFrom("feedback").where("id", "=", id).execute();
  return null;
};

const tableOf = (db: Db) => db.selectFrom("feedback");

const columnsOf = (query: ReturnType<typeof tableOf>) =>
  query.innerJoin("person", "person.id", "feedback.person_id").select((eb) => [
    "feedback.id",
    "feedback.feedback_type",
    "feedback.email",
    "feedback.eth_address",
    "feedback.description",
    "feedback.answered_at",
    "feedback.created_at",
    "person.username",
    eb
      .selectFrom("feedback_image")
      .select(({ fn }) => fn.countAll<bigint>().as("images"))
      .whereRef("feedback_image.feedback_id", "=", "feedback.id")
      .as("images"),
  ]);

const present = (row: Awaited<ReturnType<ReturnType<typeof columnsOf>["execute"]>>[number]): Entry => ({
  id: row.id,
  description: row.description,
  feedbackType: row.feedback_type,
  state: row.answered_at === null ? "open" : "answered",
  email: row.email,
  ...(row.eth_address !== null && { ethAddress: row.eth_address }),
  username: row.username,
  images: Number(row.images),
  createdAt: Math.floor(row.created_at.getTime() / 1000),
});
