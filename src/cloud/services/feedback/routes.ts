import { sendFeedback } from "../../../../resources/account/feedback.ts";
import { idempotencyKeyMax } from "../../../../resources/limits.ts";
import { feedbackImage } from "../../../../resources/operator/feedback-image.ts";
import { route, type Route } from "../route.ts";
import { saveFeedback } from "./save.ts";
import { findFeedbackImage, operatorFeedbackRoutes } from "./read.ts";
import { readFeedback } from "./read-form.ts";

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
