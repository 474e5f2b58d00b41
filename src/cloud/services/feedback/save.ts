import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { feedbackPerDay } from "../../../../resources/limits.ts";
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Feedback } from "./read-form.ts";

/**
 * Stores feedback with its images in one transaction. `isNew` is false for a repeated request with the same key. Throws
 * TOO_MANY_REQUESTS beyond the daily limit.
 */
export const saveFeedback = (
  db: Db,
  personId: string,
  { images, ethAddress, feedbackType, email, description }: Feedback,
  key: string | null,
): Promise<{ id: string; isNew: boolean }> =>
  db.transaction().execute(async (trx) => {
    // Serializes requests of one user, so that neither the daily limit nor a key is passed twice.
    await sql`select from person where id = ${personId} for update`.execute(trx);
    const sent = trx.selectFrom("feedback").where("person_id", "=", personId);
    const earlier = key && (await sent.where("key", "=", key).select("id").executeTakeFirst());
    if (earlier) return { id: earlier.id, isNew: false };
    const { today } = await sent
      .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
      .select(({ fn }) => fn.countAll<bigint>().as("today"))
      .executeTakeFirstOrThrow();
    if (Number(today) >= feedbackPerDay) throw new AppError("TOO_MANY_REQUESTS");

    const id = randomUUID();
    const columns = { feedback_type: feedbackType, email, eth_address: ethAddress ?? null, description };
    await trx
      .insertInto("feedback")
      .values({ id, person_id: personId, key, ...columns })
      .execute();
    for (const [position, image] of images.entries())
      await trx
        .insertInto("feedback_image")
        .values({ feedback_id: id, position, ...image })
        .execute();
    return { id, isNew: true };
  });
