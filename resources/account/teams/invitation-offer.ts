/** What an invite link offers; separate from the calls of members, which the start page does not load. */
import * as z from "zod/mini";
import { accessCodes } from "../../declare/access.ts";
import { defineCall } from "../../declare/define.ts";
import { levels } from "./levels.ts";

export const invitationOffer = defineCall("GET $auth/invitation/offer/{code}", {
  summary:
    "Returns the team, inviter and access of an open invitation, without a team for a user's code, or null for an invalid code.",
  can: "anyone",
  perMinute: 60,
  reply: z.nullable(
    z.object({
      team: z.nullable(z.string()),
      /** The user who invites. */
      inviter: z.optional(z.string()),
      access: z.optional(z.array(z.enum(accessCodes))),
      levels: z.optional(levels),
    }),
  ),
});
