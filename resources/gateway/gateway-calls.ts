/** Calls about dedicated gateways other than their list entry, loaded only by their pages. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { choice, code, form, lines, toggle, unixSecondsParam, withDefault, type Field } from "../fields.ts";
import { gateways, gatewayScopes } from "./gateways.ts";
import { gatewayOriginsMax, gatewayPageMax, gatewayRateMax, gatewayRuleMax, gatewayUserAgentsMax } from "./limits.ts";

export const gatewayStatus = defineCall("GET $bill-consume/common/gateway/status", {
  summary: "Returns whether dedicated gateways are unlocked. The first deposit unlocks them.",
  can: ["list", "gateways"],
  reply: z.object({ available: z.boolean() }),
});

export const saveGateway = defineCall("PUT $gateway/gateway", {
  summary: "Creates a gateway, or updates the scope of an existing one with this name.",
  can: ["edit", "gateways"],
  log: "GATEWAY_SAVE",
  body: form({
    name: gateways.fields.name,
    scope: choice(
      "Scope",
      gatewayScopes,
      { public: "Public", private: "Private" },
      {
        public: "Serves public content on this server to everyone your rules allow.",
        private: "Serves only your team's own content, public or private, to clients with one of your team's tokens.",
      },
      { public: "globe", private: "shield" },
    ),
  }),
  reply: gateways.schema,
});

export const checkGatewayName = defineCall("GET $gateway/check/{sub}", {
  summary: "Returns whether a gateway name is taken.",
  can: ["list", "gateways"],
  perMinute: 120,
  reply: z.boolean(),
});

export const setGatewayIndex = defineCall("PUT $gateway/{name}/index", {
  summary: "Sets the content path served at /. An empty path disables the default page.",
  can: ["edit", "gateways"],
  log: "GATEWAY_EDIT",
  body: form({
    indexPage: code("Content", {
      max: gatewayPageMax,
      hint: "A path such as /ipfs/bafy…/index.html, or /ipns/ and a name. Leave blank for none.",
      placeholder: "/ipfs/bafy…",
    }),
  }),
  reply: gateways.schema,
});

export const setGatewayOrigins = defineCall("PUT $gateway/{name}/origin", {
  summary: "Sets the allowed origins. An empty list allows all.",
  can: ["edit", "gateways"],
  log: "GATEWAY_EDIT",
  body: form({
    origins: lines("Allowed origins", {
      max: gatewayOriginsMax,
      entryMax: gatewayRuleMax,
      hint: `One per line, ${gatewayOriginsMax} maximum. Start with *. to match all subdomains.`,
      placeholder: "https://shop.example\n*.shop.example",
    }),
    allowBlankOrigin: withDefault(
      toggle(
        "Allow requests without an origin",
        "Such as apps and links opened directly. Applies only if origins are listed.",
      ),
      true,
    ),
  }),
  reply: gateways.schema,
});

export const setGatewayUserAgents = defineCall("PUT $gateway/{name}/useragent", {
  summary: "Sets the allowed User-Agent headers. An empty list allows all.",
  can: ["edit", "gateways"],
  log: "GATEWAY_EDIT",
  body: form({
    userAgents: lines("Allowed user agents", {
      max: gatewayUserAgentsMax,
      entryMax: gatewayRuleMax,
      hint: `Text the header contains. One per line, ${gatewayUserAgentsMax} maximum. Use * as a wildcard.`,
      placeholder: "MyApp/\nFirefox",
    }),
  }),
  reply: gateways.schema,
});

const rate = (label: string) =>
  ({
    label,
    as: "count",
    placeholder: "No limit",
    schema: z
      .int(`${label}: enter a whole number.`)
      .check(
        z.gte(0, `${label}: enter 0 or more.`),
        z.lte(gatewayRateMax, `${label}: ${gatewayRateMax.toLocaleString("en")} maximum.`),
      ),
  }) as const satisfies Field;

export const gatewayLimits = {
  requestsPerMinute: rate("Requests per minute"),
  requestsPerAddress: rate("Requests per minute per IP address"),
};

export const setGatewayLimits = defineCall("PUT $gateway/{name}/limits", {
  summary: "Sets the rate limits per minute, in total and per IP address. 0 means unlimited.",
  can: ["edit", "gateways"],
  log: "GATEWAY_EDIT",
  body: form(gatewayLimits),
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
  saveGateway,
  checkGatewayName,
  setGatewayIndex,
  setGatewayOrigins,
  setGatewayUserAgents,
  setGatewayLimits,
  gatewayAnalytics,
];
