/** Calls about dedicated gateways other than their list entry, loaded only by their pages. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { unixSecondsParam } from "../fields.ts";
import { gatewayNameField, gateways, gatewayScopes } from "./gateways.ts";
import { gatewayOriginsMax, gatewayPageMax, gatewayRateMax, gatewayRuleMax, gatewayUserAgentsMax } from "./limits.ts";

export const gatewayStatus = defineCall("GET $bill-consume/common/gateway/status", {
  summary: "Returns whether dedicated gateways are unlocked. The first deposit unlocks them.",
  can: ["list", "gateways"],
  reply: z.object({ available: z.boolean() }),
});

export const listGateways = defineCall("GET $gateway/gateway/", {
  summary: "Lists the team's dedicated gateways, newest first.",
  can: ["list", "gateways"],
  reply: z.array(gateways.schema),
});

export const saveGateway = defineCall("PUT $gateway/gateway", {
  summary: "Creates a gateway, or updates the scope of an existing one with this name.",
  can: ["edit", "gateways"],
  log: "GATEWAY_SAVE",
  body: z.object({ name: gatewayNameField.schema, scope: z.enum(gatewayScopes, "Scope: public or private.") }),
  reply: gateways.schema,
});

export const checkGatewayName = defineCall("GET $gateway/check/{sub}", {
  summary: "Returns whether a gateway name is taken.",
  can: ["list", "gateways"],
  perMinute: 120,
  reply: z.boolean(),
});

/** Empty lines of a list are ignored. */
const rule = (what: string) =>
  z.string().check(z.trim(), z.maxLength(gatewayRuleMax, `${what}: an entry is too long.`));

export const setGatewayIndex = defineCall("PUT $gateway/{name}/index", {
  summary: "Sets the content path served at /. An empty path disables the default page.",
  can: ["edit", "gateways"],
  log: "GATEWAY_EDIT",
  body: z.object({
    indexPage: z.string().check(z.trim(), z.maxLength(gatewayPageMax, "Default page: this path is too long.")),
  }),
  reply: gateways.schema,
});

export const setGatewayOrigins = defineCall("PUT $gateway/{name}/origin", {
  summary: "Sets the allowed origins. An empty list allows all.",
  can: ["edit", "gateways"],
  log: "GATEWAY_EDIT",
  body: z.object({
    origins: z.array(rule("Origins")).check(z.maxLength(gatewayOriginsMax, `Origins: ${gatewayOriginsMax} maximum.`)),
    allowBlankOrigin: z._default(z.boolean(), true),
  }),
  reply: gateways.schema,
});

export const setGatewayUserAgents = defineCall("PUT $gateway/{name}/useragent", {
  summary: "Sets the allowed User-Agent headers. An empty list allows all.",
  can: ["edit", "gateways"],
  log: "GATEWAY_EDIT",
  body: z.object({
    userAgents: z
      .array(rule("User agents"))
      .check(z.maxLength(gatewayUserAgentsMax, `User agents: ${gatewayUserAgentsMax} maximum.`)),
  }),
  reply: gateways.schema,
});

const rate = (what: string) =>
  z
    .int(`${what}: enter a whole number.`)
    .check(
      z.gte(0, `${what}: enter 0 or more.`),
      z.lte(gatewayRateMax, `${what}: ${gatewayRateMax.toLocaleString("en")} maximum.`),
    );

export const setGatewayLimits = defineCall("PUT $gateway/{name}/limits", {
  summary: "Sets the rate limits per minute, in total and per IP address. 0 means unlimited.",
  can: ["edit", "gateways"],
  log: "GATEWAY_EDIT",
  body: z.object({
    requestsPerMinute: rate("Requests per minute"),
    requestsPerAddress: rate("Requests per IP address"),
  }),
  reply: gateways.schema,
});

const counted = z.object({ value: z.string(), requests: z.int(), bytes: z.int() });
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

export const gatewayCalls = [
  gatewayStatus,
  listGateways,
  saveGateway,
  checkGatewayName,
  setGatewayIndex,
  setGatewayOrigins,
  setGatewayUserAgents,
  setGatewayLimits,
  gatewayAnalytics,
];
