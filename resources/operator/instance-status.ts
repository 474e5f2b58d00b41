/** The public status page of the instance. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

/** Days of the history, with today. */
export const statusDays = 90;

export const instanceStatus = defineCall("GET $resource/status", {
  summary: `Returns the state of the instance's services and chains, and their uptime on each of the last ${statusDays} days. Requires \`STATUS_PAGE=on\`.`,
  can: "anyone",
  perMinute: 120,
  reply: z.object({
    services: z.array(
      z.object({
        name: z.string(),
        isUp: z.boolean(),
        /** Unix seconds since which it has been up or down. */
        since: z.int(),
        /** Share of time up on each day (UTC), oldest first, from 0 to 1. Null before the service was first checked. */
        days: z.array(z.nullable(z.number())),
      }),
    ),
    /** Unix seconds of the last check. */
    checkedAt: z.int(),
  }),
});
export type ServiceStatus = z.output<(typeof instanceStatus)["reply"]>["services"][number];
