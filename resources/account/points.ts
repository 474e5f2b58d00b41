/** Rewards points: from the first deposit, tasks, quests and invitations. Boost has points of its own. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { pageSizeMax } from "../limits.ts";
import { pointHistoryPageSize } from "../rewards/limits.ts";

export const pointOverview = defineCall("GET $auth/activities/point/overview", {
  summary: "The caller's rewards points: those that can be had, and those that are there.",
  can: "person",
  reply: z.object({ unclaimed: z.int(), total: z.int() }),
});

const pointMovement = z.object({
  id: z.string(),
  createdAt: z.int(),
  /** What it was for, in words. */
  reason: z.string(),
  /** Below zero for what went. */
  points: z.int(),
  /** How many there were after it. */
  total: z.int(),
});
export type PointMovement = z.output<typeof pointMovement>;

export const pointHistory = defineCall("GET $auth/activities/point/history", {
  summary: "Every movement of the caller's rewards points, the newest first. Together they are the total.",
  can: "person",
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax)), pointHistoryPageSize),
  }),
  reply: z.object({ items: z.array(pointMovement), total: z.int() }),
});

export const pointCalls = [pointOverview, pointHistory];
