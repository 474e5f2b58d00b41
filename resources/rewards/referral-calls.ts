/** Invitations by a user's link, and the points they earn. */
import * as z from "zod/mini";
import { defineCall, defineResource, type Row } from "../declare/define.ts";
import { date, form, status, unixSecondsParam } from "../declare/fields.ts";
import { invitationPoints } from "./limits.ts";

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

/** JOINED: signed in. ACTIVATED: activated, points can be collected. REWARDED: points collected. NO_REWARD: earns no points. */
const invitedStates = ["JOINED", "ACTIVATED", "REWARDED", "NO_REWARD"] as const;

const fields = {
  name: { label: "User", as: "text", schema: z.string() },
  createdAt: date("Joined"),
  state: status(
    "Status",
    invitedStates,
    {
      JOINED: "Not activated yet",
      ACTIVATED: `Activated: ${invitationPoints} points to collect`,
      REWARDED: `Collected ${invitationPoints} points`,
      NO_REWARD: "Activated: no points",
    },
    { ACTIVATED: "success", REWARDED: "success" },
  ),
} as const;

export const invitedUsers = defineResource({
  name: "invited-users",
  title: "Invited users",
  permission: "person",
  routes: {},
  calls: { list: "GET $auth/invitation/{page}" },
  options: {
    list: { summary: "Lists users invited by the caller, newest first, ten per page, starting at page 1." },
  },
  replies: { list: z.object({ list: z.array(form(fields)), total: z.int() }) },
  fields,
  list: {
    columns: { name: {}, state: { width: "280px" }, createdAt: { width: "164px" } },
    items: "list",
    whole: true,
    empty: { title: "No invited users yet", text: "Share your link. New sign-ups appear here.", icon: "users" },
  },
});
export type Invited = Row<typeof invitedUsers>;

export const collectInvitations = defineCall("POST $auth/invitation/collect", {
  summary: "Collects the points for all invited users who have activated, once each.",
  can: "person",
  log: "REWARDS_COLLECT_INVITATIONS",
  perMinute: 30,
  reply: z.object({ points: z.int(), people: z.int() }),
});

export const referralCalls = [invitationOverview, collectInvitations];
