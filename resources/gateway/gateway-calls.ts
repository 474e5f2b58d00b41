/** Calls about dedicated gateways other than their list entry, loaded only by their pages. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { bytes, count, unixSecondsParam } from "../declare/fields.ts";
import { shown } from "../declare/special-fields.ts";
import { defineRows } from "../declare/rows.ts";

export const gatewayStatus = defineCall("GET $bill-consume/common/gateway/status", {
  summary: "Returns whether dedicated gateways are unlocked. The first deposit unlocks them.",
  can: ["list", "gateways"],
  reply: z.object({ available: z.boolean() }),
});

export const checkGatewayName = defineCall("GET $gateway/check/{sub}", {
  summary: "Returns whether a gateway name is taken.",
  can: ["list", "gateways"],
  perMinute: 120,
  reply: z.boolean(),
});

/** Values of requests, the most frequent first. The rest is "other". */
export const topValues = defineRows({
  label: "Top values",
  fields: { value: shown("Value"), requests: count("Requests"), bytes: bytes("Traffic") },
  key: "value",
  columns: { value: {}, requests: { width: "100px" }, bytes: { width: "100px" } },
  sort: ["requests", "bytes"],
  empty: { title: "No requests in this period", text: "" },
});
const counted = topValues.schema;
export type Counted = z.output<typeof counted>;

export const gatewayAnalytics = defineCall("GET $gateway/{name}/analytics", {
  summary: "Returns a gateway's requests and bytes over time, with the top CIDs, origins and clients.",
  can: ["show", "gateways"],
  query: z.object({
    /** Unix seconds. Default: the last 30 days. */
    startAt: z.optional(unixSecondsParam()),
    endAt: z.optional(unixSecondsParam()),
  }),
  reply: z.object({
    requests: z.int(),
    bytes: z.int(),
    /** Seconds between two points. */
    stepSeconds: z.int(),
    points: z.array(z.object({ at: z.int(), requests: z.int(), bytes: z.int() })),
    cids: z.array(counted),
    referers: z.array(counted),
    agents: z.array(counted),
    statuses: z.array(counted),
  }),
});

export const gatewayCalls = [gatewayStatus, checkGatewayName, gatewayAnalytics];
