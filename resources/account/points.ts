/** Rewards points: from the first deposit, tasks and invitations. Boost has points of its own. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

export const pointOverview = defineCall("GET $auth/activities/point/overview", {
  summary: "The caller's rewards points: those that can be had, and those that are there.",
  can: "person",
  reply: z.object({ unclaimed: z.int(), total: z.int() }),
});

export const pointCalls = [pointOverview];
