/** Rewards points: from the first deposit, tasks, quests and invitations. Boost points are separate. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { pageSizeMax } from "../limits.ts";
import { pointHistoryPageSize } from "../rewards/limits.ts";

export const pointOverview = defineCall("GET $auth/activities/point/overview", {
  summary: "Returns the caller's rewards points: claimable and total.",
  can: "person",
  reply: z.object({ unclaimed: z.int(), total: z.int() }),
});

const pointMovement = z.object({
  id: z.string(),
  createdAt: z.int(),
  /** Reason, as readable text. */
  reason: z.string(),
  /** Negative for debits. */
  points: z.int(),
  /** Total after the entry. */
  total: z.int(),
  /** From an account merged into this one: `total` is that account's. */
  merged: z.optional(z.literal(true)),
});
export type PointMovement = z.output<typeof pointMovement>;

export const pointHistory = defineCall("GET $auth/activities/point/history", {
  summary:
    "Lists every change to the caller's rewards points, including merged accounts, newest first. The changes add up to the total.",
  can: "person",
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax)), pointHistoryPageSize),
  }),
  reply: z.object({ items: z.array(pointMovement), total: z.int() }),
});

export const pointCalls = [pointOverview, pointHistory];
