/** Usage analytics: what used LAND and packages, including unsettled usage. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { meteredResources } from "../limits.ts";
import { momentParam, spanParams } from "./moments.ts";
import { billedServices } from "./packages.ts";
import { analyticsTypes, billedResources, subjectKinds } from "./records.ts";

/** LAND ×1e18, or a number of bytes, seconds of build time or units. For IPFS storage: bytes times seconds. */
const amount = z.string().check(z.regex(/^\d+$/));
const resourceType = z.enum(meteredResources);
const can = ["list", "deposits"] as const;

export const appAnalytics = defineCall("GET $bill-analytics/bill/app/analytics", {
  summary: "Returns each service's use of a resource on each of the last 30 days (UTC).",
  can,
  query: z.object({ resourceType }),
  reply: z.array(
    z.object({
      appType: z.enum(billedServices),
      /** On that day. */
      resourceConsume: amount,
      /** Total of these days. */
      statistics: amount,
      /** Start of the day. */
      timestamp: z.int(),
    }),
  ),
});

export const landUsedAnalytics = defineCall("GET $bill-analytics/bill/land-used/analytics", {
  summary:
    "Returns usage and cost for each hour of a day, day of a month or month of a year (UTC): the one that contains `timestamp`.",
  can,
  query: z.object({ analyticsType: z.enum(analyticsTypes), timestamp: z.optional(momentParam) }),
  reply: z.array(
    z.object({
      /** Start of the hour, day or month. */
      timestamp: z.int(),
      resourceType: z.enum(billedResources),
      landUsed: amount,
      /** Value of the usage that packages cover, at the prices of that time. */
      landCovered: amount,
      resourceUsed: amount,
      /** What paid for it, and whether it is settled. */
      message: z.string(),
    }),
  ),
});
export type LandUsed = z.output<typeof landUsedAnalytics.reply>[number];

const usageItem = z.object({
  /**
   * A service, the id of a project, bucket or gateway ("deleted" for deleted ones), or the start of a day in Unix
   * seconds.
   */
  key: z.string(),
  title: z.string(),
  /** With `by=SUBJECT`. */
  kind: z.optional(z.enum(subjectKinds)),
  /** For one resource; 0 for all resources, whose amounts don't add up. */
  used: amount,
  fromPackages: amount,
  land: amount,
});
export type UsageItem = z.output<typeof usageItem>;

export const billUsage = defineCall("GET $bill-analytics/bill/usage", {
  summary:
    "Returns usage and cost of one or all resources by service, by project, bucket or gateway, or by day (UTC), largest first.",
  can,
  query: z.object({
    resourceType: z.optional(resourceType),
    by: z.enum(["SERVICE", "SUBJECT", "DAY"]),
    ...spanParams,
  }),
  reply: z.object({
    items: z.array(usageItem),
    /** Remainder not listed in `items`. */
    others: z.nullable(z.object({ count: z.int(), used: amount, fromPackages: amount, land: amount })),
    /** Partly unsettled: may still change. */
    isOpen: z.boolean(),
  }),
});

export const analyticsCalls = [appAnalytics, landUsedAnalytics, billUsage];
