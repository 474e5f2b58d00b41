/** Everything about dedicated gateways beyond their list entry; loaded by their pages only. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { gatewayNameField, gateways, gatewayScopes } from "./gateways.ts";
import { gatewayOriginsMax, gatewayPageMax, gatewayRateMax, gatewayRuleMax, gatewayUserAgentsMax } from "./limits.ts";

export const gatewayStatus = defineCall("GET $bill-consume/common/gateway/status", {
  summary: "Whether dedicated gateways are unlocked, which the first deposit does.",
  can: ["list", "gateways"],
  reply: z.object({ available: z.boolean() }),
});

export const listGateways = defineCall("GET $gateway/gateway/", {
  summary: "The team's dedicated gateways, the newest first.",
  can: ["list", "gateways"],
  reply: z.array(gateways.schema),
});

export const saveGateway = defineCall("PUT $gateway/gateway", {
  summary: "Creates a gateway, or changes the scope of the one that has this name.",
  can: ["edit", "gateways"],
  log: "GATEWAY_SAVE",
  body: z.object({ name: gatewayNameField.schema, scope: z.enum(gatewayScopes, "Scope: public or private.") }),
  reply: gateways.schema,
});

export const checkGatewayName = defineCall("GET $gateway/check/{sub}", {
  summary: "Whether a name is taken.",
  can: ["list", "gateways"],
  perMinute: 120,
  reply: z.boolean(),
});

/** An empty line of a list is passed over. */
const rule = (what: string) =>
  z.string().check(z.trim(), z.maxLength(gatewayRuleMax, `${what}: an entry is too long.`));

export const setGatewayIndex = defineCall("PUT $gateway/{name}/index", {
  summary: "Sets what the gateway shows at /: a content path; an empty one shows nothing.",
  can: ["edit", "gateways"],
  log: "GATEWAY_EDIT",
  body: z.object({
    indexPage: z.string().check(z.trim(), z.maxLength(gatewayPageMax, "Default page: this path is too long.")),
  }),
  reply: gateways.schema,
});

export const setGatewayOrigins = defineCall("PUT $gateway/{name}/origin", {
  summary: "Sets which pages may use the gateway; an empty list lets all.",
  can: ["edit", "gateways"],
  log: "GATEWAY_EDIT",
  body: z.object({
    origins: z.array(rule("Origins")).check(z.maxLength(gatewayOriginsMax, `Origins: ${gatewayOriginsMax} at most.`)),
    allowBlankOrigin: z._default(z.boolean(), true),
  }),
  reply: gateways.schema,
});

export const setGatewayUserAgents = defineCall("PUT $gateway/{name}/useragent", {
  summary: "Sets which clients may use the gateway, by their User-Agent header; an empty list lets all.",
  can: ["edit", "gateways"],
  log: "GATEWAY_EDIT",
  body: z.object({
    userAgents: z
      .array(rule("User agents"))
      .check(z.maxLength(gatewayUserAgentsMax, `User agents: ${gatewayUserAgentsMax} at most.`)),
  }),
  reply: gateways.schema,
});

const rate = (what: string) =>
  z
    .int(`${what}: a whole number.`)
    .check(
      z.gte(0, `${what}: 0 or more.`),
      z.lte(gatewayRateMax, `${what}: ${gatewayRateMax.toLocaleString("en")} at most.`),
    );

export const setGatewayLimits = defineCall("PUT $gateway/{name}/limits", {
  summary: "Sets how many requests the gateway answers in a minute, in all and of one address; 0 for as many as come.",
  can: ["edit", "gateways"],
  log: "GATEWAY_EDIT",
  body: z.object({
    requestsPerMinute: rate("Requests in a minute"),
    requestsPerAddress: rate("Requests of one address"),
  }),
  reply: gateways.schema,
});

const counted = z.object({ value: z.string(), requests: z.int(), bytes: z.int() });
export type Counted = z.output<typeof counted>;

export const gatewayAnalytics = defineCall("GET $gateway/{name}/analytics", {
  summary: "Requests and bytes of a gateway over time, with what was asked for most, from where and by whom.",
  can: ["show", "gateways"],
  query: z.object({
    /** Integer Unix seconds; the last 30 days unless said. */
    startAt: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
    endAt: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
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
