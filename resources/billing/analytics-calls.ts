/** What LAND and packages were used for, with what is not settled yet. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { meteredResources } from "../limits.ts";
import { momentAsked, spanAsked } from "./moments.ts";
import { billedServices } from "./packages.ts";
import { analyticsTypes, billedResources, subjectKinds } from "./records.ts";

/** LAND ×1e18, or a number of bytes, seconds of build time or units; of storage on IPFS, bytes times seconds. */
const amount = z.string().check(z.regex(/^\d+$/));
const resourceType = z.enum(meteredResources);
const can = ["list", "deposits"] as const;

export const appAnalytics = defineCall("GET $bill-analytics/bill/app/analytics", {
  summary: "What each service used of a resource on each of the last 30 days (UTC).",
  can,
  query: z.object({ resourceType }),
  reply: z.array(
    z.object({
      appType: z.enum(billedServices),
      /** On that day. */
      resourceConsume: amount,
      /** Since the first of these days. */
      statistics: amount,
      /** When the day begins. */
      timestamp: z.int(),
    }),
  ),
});

export const landUsedAnalytics = defineCall("GET $bill-analytics/bill/land-used/analytics", {
  summary:
    "What was used and what it cost: in each hour of a day, each day of a month or each month of a year (UTC), the one that holds `timestamp`.",
  can,
  query: z.object({ analyticsType: z.enum(analyticsTypes), timestamp: z.optional(momentAsked) }),
  reply: z.array(
    z.object({
      /** When the hour, day or month begins. */
      timestamp: z.int(),
      resourceType: z.enum(billedResources),
      landUsed: amount,
      resourceUsed: amount,
      /** What paid for it, and whether it is settled. */
      message: z.string(),
    }),
  ),
});
export type LandUsed = z.output<typeof landUsedAnalytics.reply>[number];

const usageItem = z.object({
  /** A service, the id of a project, bucket or gateway ("deleted" for those that are gone), or the beginning of a day in Unix seconds. */
  key: z.string(),
  title: z.string(),
  /** With `by=SUBJECT`. */
  kind: z.optional(z.enum(subjectKinds)),
  /** Of one resource; 0 when all are asked for, whose amounts do not add up. */
  used: amount,
  fromPackages: amount,
  land: amount,
});
export type UsageItem = z.output<typeof usageItem>;

export const billUsage = defineCall("GET $bill-analytics/bill/usage", {
  summary:
    "What a resource, or all of them, was used for and cost: by service, by project, bucket or gateway, or by day (UTC); what used most comes first.",
  can,
  query: z.object({
    resourceType: z.optional(resourceType),
    by: z.enum(["SERVICE", "SUBJECT", "DAY"]),
    ...spanAsked,
  }),
  reply: z.object({
    items: z.array(usageItem),
    /** What is not in `items`, for there is too much of it. */
    others: z.nullable(z.object({ count: z.int(), used: amount, fromPackages: amount, land: amount })),
    /** Some of it is not settled: it may still change. */
    isOpen: z.boolean(),
  }),
});

export const analyticsCalls = [appAnalytics, landUsedAnalytics, billUsage];
