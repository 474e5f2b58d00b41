import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { imageTypes } from "../limits.ts";

/** Images travel inside JSON: without a separate URL, no browser can open one as a page. */
export const feedbackImage = defineCall("GET $auth/operator/feedback/{id}/images/{position}", {
  summary: "Returns an image attached to feedback. Positions start at 0.",
  can: "operator",
  reply: z.object({ type: z.enum(imageTypes), base64: z.string() }),
});
