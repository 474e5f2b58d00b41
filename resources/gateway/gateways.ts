/** Dedicated gateways: a team's subdomain that serves IPFS content. */
import * as z from "zod/mini";
import { defineResource } from "../declare/define.ts";
import {
  bytes,
  choice,
  code,
  data,
  date,
  form,
  id,
  lines,
  optional,
  text,
  toggle,
  withDefault,
  type Field,
} from "../declare/fields.ts";
import {
  gatewayNameMax,
  gatewayNameMin,
  gatewayOriginsMax,
  gatewayPageMax,
  gatewayRateMax,
  gatewayRuleMax,
  gatewayUserAgentsMax,
  gatewaysPerTeam,
} from "./limits.ts";

export const gatewayScopes = ["public", "private"] as const;
export type GatewayScope = (typeof gatewayScopes)[number];

/** A label of a host name. */
export const gatewayNamePattern = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

export const gatewayNameField = text("Name", {
  min: gatewayNameMin,
  max: gatewayNameMax,
  hint: `${gatewayNameMin} to ${gatewayNameMax} lowercase letters, digits and hyphens. The gateway's address starts with this name.`,
  placeholder: "my-gateway",
  pattern: {
    expression: gatewayNamePattern,
    message: "Name: use lowercase letters, digits and hyphens. Start and end with a letter or digit.",
  },
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

const rule = {
  menu: false,
  can: "edit",
  log: "GATEWAY_EDIT",
  reply: "row",
  done: "Saved",
  reads: "GET $gateway/gateway/",
} as const;

export const gateways = defineResource({
  name: "gateways",
  title: "Dedicated gateways",
  needs: "deposit",
  intro: "Serve IPFS content on your own subdomains with access rules.",
  group: "Gateway",
  access: "GATEWAY",
  menu: { section: "Gateways", icon: "globe" },
  routes: { list: "/gateway/list", show: "/gateway/list/{name}" },
  findBy: "name",
  titles: { show: "{name}", create: "Create gateway" },
  key: "name",
  calls: {
    list: "GET $gateway/gateway/",
    create: "PUT $gateway/gateway",
    delete: "DELETE $gateway/gateway/{name}",
  },
  options: {
    create: {
      can: "edit",
      summary: "Creates a gateway, or updates the scope of an existing one with this name.",
    },
  },
  log: { create: "GATEWAY_SAVE", delete: "GATEWAY_DELETE" },
  fields: {
    id: id(),
    name: gatewayNameField,
    /** The gateway's URL. */
    url: text("Link"),
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
    bytes: bytes("Traffic"),
    created_at: date("Created"),
    /** Serves only the contents of the team's buckets, snapshots and pins. */
    is_bucket: toggle("Own content only"),
    indexPage: text("Default page"),
    enableUserAgent: toggle("Restricted by client"),
    userAgents: data("User agents", z.array(z.string())),
    enableOrigin: toggle("Restricted by origin"),
    origins: data("Origins", z.array(z.string())),
    allowBlankOrigin: toggle("Requests without an origin"),
    requestsPerMinute: data("Requests per minute", z.int()),
    requestsPerAddress: data("Requests per minute per IP address", z.int()),
  },
  list: {
    items: "",
    whole: true,
    link: "name",
    limit: gatewaysPerTeam,
    bulk: ["delete"],
    columns: {
      name: {},
      url: { width: "34%" },
      scope: { width: "110px" },
      bytes: { width: "110px" },
      created_at: { width: "164px", wideOnly: true },
    },
    sort: ["name", "bytes", "created_at"],
    empty: { title: "No gateways yet", text: "Create a gateway to serve IPFS content on your own subdomain." },
  },
  create: { fields: ["name", "scope"], lenient: true },
  actions: {
    setIndexPage: {
      ...rule,
      label: "Default page",
      intro: "Content shown at the gateway's root. For a folder, its files are also served from the root.",
      summary: "Sets the content path served at /. An empty path disables the default page.",
      call: "PUT $gateway/{name}/index",
      body: form({
        indexPage: code("Content", {
          max: gatewayPageMax,
          hint: "A path such as /ipfs/bafy…/index.html, or /ipns/ and a name. Leave blank for none.",
          placeholder: "/ipfs/bafy…",
        }),
      }),
    },
    setOrigins: {
      ...rule,
      label: "Origins",
      intro: "Sites that can use this gateway, matched by the Origin or Referer header. An empty list allows all.",
      summary: "Sets the allowed origins. An empty list allows all.",
      call: "PUT $gateway/{name}/origin",
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
    },
    setUserAgents: {
      ...rule,
      label: "User agents",
      intro:
        "Clients that can use this gateway, matched by User-Agent. Clients can fake this header, so don't rely on it for security.",
      summary: "Sets the allowed User-Agent headers. An empty list allows all.",
      call: "PUT $gateway/{name}/useragent",
      body: form({
        userAgents: lines("Allowed user agents", {
          max: gatewayUserAgentsMax,
          entryMax: gatewayRuleMax,
          hint: `Text the header contains. One per line, ${gatewayUserAgentsMax} maximum. Use * as a wildcard.`,
          placeholder: "MyApp/\nFirefox",
        }),
      }),
    },
    setLimits: {
      ...rule,
      label: "Rate limits",
      intro: "Requests above the limit get a 429 response. Leave blank for unlimited.",
      summary: "Sets the rate limits per minute, in total and per IP address. 0 means unlimited.",
      call: "PUT $gateway/{name}/limits",
      partial: true,
      body: form({
        requestsPerMinute: optional(gatewayLimits.requestsPerMinute),
        requestsPerAddress: optional(gatewayLimits.requestsPerAddress),
      }),
    },
  },
  remove: {
    several: "Links to these gateways stop working immediately. The names become available to others.",
    confirm: "Links to this gateway stop working immediately. The name becomes available to others.",
    type: "name",
  },
});
