/** Public details of an invite link; separate from the calls of nodes, which the start page does not load. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";

export const invitation = defineCall("GET $boost/invitation/{code}", {
  summary:
    "Returns the inviter of a code and the boost for the invited node, in points per hour and hours; null without an inviter.",
  can: "anyone",
  perMinute: 60,
  reply: z.nullable(z.object({ inviter: z.string(), rate: z.number(), hours: z.int() })),
});
