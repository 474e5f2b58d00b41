/** Visits of a project's site, counted from its requests on the server: without cookies, scripts or stored addresses. */
import * as z from "zod/mini";
import { defineCall, defineResource } from "../declare/define.ts";
import { bytes, count, date, id, text, unixSecondsParam } from "../declare/fields.ts";

/** Days for which counts are kept. */
export const analyticsDays = 90;
/** Values shown per ranking, and values stored per ranking and day; the rest is counted together. */
export const analyticsTopShown = 10;
export const analyticsTopKept = 500;
/** Hours for which single requests are kept, and how many per project. */
export const requestLogHours = 24;
export const requestLogMax = 50_000;
export const visitedPathMax = 300;

/** Name of the values of a ranking that are counted together. */
export const otherValue = "other";

const ranked = z.object({ value: z.string(), count: z.int() });
export type RankedValue = z.output<typeof ranked>;

export const siteAnalytics = defineCall("GET $hosting/project/{id}/analytics", {
  summary:
    "Returns a site's visitors, page views, requests and bytes over time, with the top pages, referrers, countries and missing files.",
  can: ["show", "projects"],
  query: z.object({
    /** Unix seconds. Default: the last 30 days. */
    startAt: z.optional(unixSecondsParam()),
    endAt: z.optional(unixSecondsParam()),
  }),
  reply: z.object({
    /** Different visitors per day, added up. */
    visitors: z.int(),
    views: z.int(),
    requests: z.int(),
    /** Requests answered with 404. */
    missing: z.int(),
    bytes: z.int(),
    /** Seconds between two points. */
    stepSeconds: z.int(),
    points: z.array(z.object({ at: z.int(), visitors: z.int(), views: z.int(), requests: z.int() })),
    pages: z.array(ranked),
    referrers: z.array(ranked),
    countries: z.array(ranked),
    missingFiles: z.array(ranked),
    /** Whether the instance knows the countries of addresses. */
    hasCountries: z.boolean(),
  }),
});

/** Single requests of the last day. */
export const siteRequests = defineResource({
  name: "site-requests",
  title: "Requests",
  noun: "request",
  intro: `The requests of the last ${requestLogHours} hours, newest first, without addresses and queries.`,
  parent: "projects",
  permission: "projects",
  routes: {},
  base: "$hosting/project/{id}/requests",
  calls: { list: "GET $hosting/project/{id}/requests" },
  options: { list: { summary: "Lists the requests of a project's site of the last 24 hours." } },
  fields: {
    id: id(),
    createdAt: date("Time"),
    method: text("Method"),
    path: text("Path"),
    host: text("Host"),
    code: count("Status"),
    size: bytes("Sent"),
    referrer: text("Referrer"),
    client: text("Client"),
  },
  list: {
    columns: {
      createdAt: { width: "150px" },
      path: { below: "host" },
      code: { width: "90px" },
      size: { width: "100px", wideOnly: true },
      referrer: { width: "20%", wideOnly: true },
      client: { width: "120px", wideOnly: true },
    },
    search: "path",
    empty: { title: "No requests in the last day", text: "Requests to the site appear here within seconds." },
  },
});

export const siteCalls = [siteAnalytics];
