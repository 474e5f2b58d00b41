/** Dedicated gateways: a host name of a team's own that serves IPFS. */
import * as z from "zod/mini";
import { defineResource } from "../define.ts";
import { bytes, data, date, id, status, text, toggle } from "../fields.ts";
import { gatewayNameMax, gatewayNameMin } from "./limits.ts";

export const gatewayScopes = ["public", "private"] as const;
export type GatewayScope = (typeof gatewayScopes)[number];

/** A label of a host name. */
export const gatewayNamePattern = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

export const gatewayNameField = text("Name", {
  min: gatewayNameMin,
  max: gatewayNameMax,
  pattern: {
    expression: gatewayNamePattern,
    message: "Name: small letters, digits and hyphens, beginning and ending with a letter or digit.",
  },
});

export const gateways = defineResource({
  name: "gateways",
  title: "Dedicated Gateway",
  group: "Gateway",
  access: "GATEWAY",
  menu: { section: "Gateway", icon: "globe" },
  routes: { list: "/gateway/list", show: "/gateway/list/{name}" },
  titles: { show: "{name}" },
  calls: {
    delete: "DELETE $gateway/gateway/{name}",
  },
  log: { delete: "GATEWAY_DELETE" },
  fields: {
    id: id(),
    name: gatewayNameField,
    /** Where it is reached. */
    url: text("Link"),
    scope: status("Scope", gatewayScopes, { public: "Public", private: "Private" }),
    bytes: bytes("Traffic"),
    created_at: date("Created"),
    /** It serves nothing but what the team's own buckets, snapshots and pins hold. */
    is_bucket: toggle("Own content only"),
    indexPage: text("Default page"),
    enableUserAgent: toggle("Only some clients"),
    userAgents: data("User agents", z.array(z.string())),
    enableOrigin: toggle("Only some pages"),
    origins: data("Origins", z.array(z.string())),
    allowBlankOrigin: toggle("Requests that name no page"),
    requestsPerMinute: data("Requests in a minute", z.int()),
    requestsPerAddress: data("Requests of one address in a minute", z.int()),
  },
  list: {
    columns: ["name", "url", "scope", "bytes", "created_at"],
    empty: { title: "No gateways yet", text: "Create one to serve IPFS content under a host name of your own." },
  },
  remove: {
    confirm: "Links to this gateway stop working at once, and its name becomes free for others.",
    type: "name",
  },
});
