/** Invitations to the cloud: who came by a person's own link, and what that brought. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

export const invitationOverview = defineCall("GET $auth/invitation/overview", {
  summary:
    "How many people came by the caller's link: since `startAt`, and altogether; and what they brought in points.",
  can: "person",
  query: z.object({
    /** Unix seconds at which the caller's day began; today's begin in UTC unless given. */
    startAt: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(253_402_300_799))),
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
  /** JOINED: signed in. ACTIVATED: has activated, its points wait. REWARDED: they were collected. NO_REWARD: it brings none (any more). */
  state: z.enum(["JOINED", "ACTIVATED", "REWARDED", "NO_REWARD"]),
});
export type Invited = z.output<typeof invited>;

export const invitedPeople = defineCall("GET $auth/invitation/{page}", {
  summary: "Those who came by the caller's link, ten a page from 1, the newest first.",
  can: "person",
  reply: z.object({ list: z.array(invited), total: z.int() }),
});

export const collectInvitations = defineCall("POST $auth/invitation/collect", {
  summary: "Collects the points of all invited people who have activated their accounts, once each.",
  can: "person",
  log: "REWARDS_COLLECT_INVITATIONS",
  perMinute: 30,
  reply: z.object({ points: z.int(), people: z.int() }),
});

export const referralCalls = [invitationOverview, invitedPeople, collectInvitations];
