import { sendFeedback, parseFeedback, type feedbackForm } from "../../../../resources/account/feedback.ts";
import {
  idempotencyKeyMax,
  imageTypes,
  feedbackPerDay,
  imageBytesMax,
  imagesMax,
} from "../../../../resources/limits.ts";
import { feedbackImage } from "../../../../resources/operator/feedback-image.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import { sql } from "kysely";
import { feedback } from "../../../../resources/operator/feedback.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import { isUuid } from "../../kernel/uuid.ts";
import { randomUUID } from "node:crypto";
import { countOf } from "../../kernel/calls/list-query.ts";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type * as z from "zod/mini";
import { messages } from "../../../../resources/declare/messages.ts";
import { readForm } from "../../kernel/calls/form.ts";
import { imageType } from "../images.ts";

/** Routes to send feedback, and the operator's resource for it. */
export const feedbackRoutes = (): Route[] => [
  route(sendFeedback, async ({ db, caller, stream, headers, logged }) => {
    const sent = await readFeedback(stream, headers);
    // The body is a stream, so the HTTP layer stores no reply for repetitions.
    const key = String(headers["idempotency-key"] ?? "").slice(0, idempotencyKeyMax);
    const { id, isNew } = await saveFeedback(db, caller.userId, sent, key === "" ? null : key);
    logged(isNew && { target: sent.feedbackType, details: { feedbackId: id } });
    return { id };
  }),
  route(feedbackImage, ({ db, params }) => findFeedbackImage(db, params.id, params.position)),
  ...operatorFeedbackRoutes(),
];

/** The operator's resource. Images are deleted with their feedback. */
const operatorFeedbackRoutes = (): Route[] =>
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
const findFeedbackImage = async (db: Db, id: string, position: string) => {
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

/**
 * Stores feedback with its images in one transaction. `isNew` is false for a repeated request with the same key. Throws
 * TOO_MANY_REQUESTS beyond the daily limit.
 */
const saveFeedback = (
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
    const today = await countOf(sent.where("created_at", ">", sql<Date>`now() - interval '1 day'`));
    if (today >= feedbackPerDay) throw new AppError("TOO_MANY_REQUESTS");

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

interface Image {
  readonly type: (typeof imageTypes)[number];
  readonly bytes: Buffer;
}

interface Feedback extends z.output<typeof feedbackForm> {
  readonly images: readonly Image[];
}

/** Room for fields and boundaries beside the images. */
const formSlackBytes = 256 * 1024;

/** Reads the form. Rejects with INVALID_INPUT for its fields or files, or like `readForm`. */
const readFeedback = async (stream: Readable, headers: IncomingHttpHeaders): Promise<Feedback> => {
  const images: Image[] = [];
  const fields = await readForm(stream, headers, {
    bytesMax: imagesMax * imageBytesMax + formSlackBytes,
    filesMax: imagesMax,
    onFile: async (_field, content, name) => void images.push(await readImage(content, name)),
  });
  const form = parseFeedback(fields);
  if (form.success) return { ...form.data, images };
  throw new AppError("INVALID_INPUT", {
    fields: Object.fromEntries(form.error.issues.map(({ path, message }) => [path.join("."), [message]])),
  });
};

const readImage = async (content: Readable, name: string): Promise<Image> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const part of content as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > imageBytesMax) throw refuse(messages.imageTooLarge, name);
    chunks.push(part);
  }
  const bytes = Buffer.concat(chunks);
  const imageKind = imageType(bytes);
  const type = imageTypes.find((one) => one === imageKind);
  if (!type) throw refuse(messages.imageWrongType, name);
  return { type, bytes };
};

const refuse = (message: string, name: string): AppError =>
  new AppError("INVALID_INPUT", { fields: { files: [message.replace("{file}", () => name)] } });
