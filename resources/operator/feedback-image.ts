import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { imageTypes } from "../limits.ts";

/** A picture travels inside JSON: it has no address of its own at which a browser would open it as a page. */
export const feedbackImage = defineCall("GET $auth/operator/feedback/{id}/images/{position}", {
  summary: "A picture that came with feedback; positions begin with 0.",
  can: "operator",
  reply: z.object({ type: z.enum(imageTypes), base64: z.string() }),
});
