/** Rewards points: from the first deposit, tasks, quests and invitations. Boost points are separate. */
import * as z from "zod/mini";
import { defineCall, defineResource, type Row } from "../declare/define.ts";
import { data, date, id, optional } from "../declare/fields.ts";

export const pointOverview = defineCall("GET $auth/activities/point/overview", {
  summary: "Returns the caller's rewards points: claimable and total.",
  can: "person",
  reply: z.object({ unclaimed: z.int(), total: z.int() }),
});

export const points = defineResource({
  name: "points",
  title: "Points",
  noun: "point movement",
  permission: "person",
  routes: {},
  calls: { list: "GET $auth/activities/point/history" },
  fields: {
    id: id(),
    createdAt: date("Date"),
    /** Readable text. */
    reason: { label: "Source", as: "text", schema: z.string() },
    /** Negative for debits. */
    points: { label: "Points", as: "count", schema: z.int() },
    /** Total after the entry. */
    total: { label: "Balance", as: "exact", schema: z.int() },
    /** From an account merged into this one: `total` is that account's. */
    merged: optional(data("Merged account", z.literal(true))),
  },
  list: {
    columns: {
      reason: {},
      points: { width: "110px" },
      total: { width: "130px", wideOnly: true },
      createdAt: { width: "164px" },
    },
    empty: { title: "No points yet", text: "Points you collect appear here.", icon: "history" },
  },
});
export type PointMovement = Row<typeof points>;

export const pointCalls = [pointOverview];
