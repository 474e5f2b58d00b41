import { sql } from "kysely";
import { imageTypes } from "../../../../resources/limits.ts";
import { feedback } from "../../../../resources/operator/feedback.ts";
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Route } from "../route.ts";
import { tableRoutes } from "../table-routes.ts";
import { isUuid } from "../uuid.ts";

/** The operator's resource. Images are deleted with their feedback. */
export const operatorFeedbackRoutes = (): Route[] =>
  tableRoutes(feedback, "feedback", {
    team: null,
    target: null,
    columns: {
      state: sql`case when answered_at is null then 'open' else 'answered' end`,
      username: sql`(select username from person where id = person_id)`,
      images: sql`(select count(*) from feedback_image where feedback_id = feedback.id)`,
    },
    actions: ({ change }) => ({
      answer: async (context) => {
        await change(context, ({ answered_at }) => ({ answered_at: answered_at ?? new Date() }));
        return null;
      },
    }),
  });

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
