/** Invitations by a user's link, and the points they earn. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { unixSecondsParam } from "../fields.ts";

export const invitationOverview = defineCall("GET $auth/invitation/overview", {
  summary: "Returns the number of users invited by the caller since `startAt` and in total, and the points earned.",
  can: "person",
  query: z.object({
    /** Start of the caller's day in Unix seconds; the UTC day by default. */
    startAt: z.optional(unixSecondsParam()),
  }),
  reply: z.object({
    today: z.int(),
    total: z.int(),
    activated: z.int(),
    points: z.object({ earned: z.int(), unclaimed: z.int() }),
  }),
});

const invited = z.object({
  name: z.string(),
  createdAt: z.int(),
  /** JOINED: signed in. ACTIVATED: activated, points can be collected. REWARDED: points collected. NO_REWARD: earns no points. */
  state: z.enum(["JOINED", "ACTIVATED", "REWARDED", "NO_REWARD"]),
});
export type Invited = z.output<typeof invited>;

export const invitedUsers = defineCall("GET $auth/invitation/{page}", {
  summary: "Lists users invited by the caller, newest first, ten per page, starting at page 1.",
  can: "person",
  reply: z.object({ list: z.array(invited), total: z.int() }),
});

export const collectInvitations = defineCall("POST $auth/invitation/collect", {
  summary: "Collects the points for all invited users who have activated, once each.",
  can: "person",
  log: "REWARDS_COLLECT_INVITATIONS",
  perMinute: 30,
  reply: z.object({ points: z.int(), people: z.int() }),
});

export const referralCalls = [invitationOverview, invitedUsers, collectInvitations];
