/** Dedicated gateways: a team's subdomain that serves IPFS content. */
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
  hint: `${gatewayNameMin} to ${gatewayNameMax} lowercase letters, digits and hyphens. The gateway's address starts with this name.`,
  placeholder: "my-gateway",
  pattern: {
    expression: gatewayNamePattern,
    message: "Name: use lowercase letters, digits and hyphens. Start and end with a letter or digit.",
  },
});

export const gateways = defineResource({
  name: "gateways",
  title: "Dedicated gateways",
  intro: "Serve IPFS content on your own subdomains with access rules.",
  group: "Gateways",
  access: "GATEWAY",
  menu: { section: "Gateways", icon: "globe" },
  routes: { list: "/gateway/list", show: "/gateway/list/{name}" },
  titles: { show: "{name}" },
  key: "name",
  calls: { list: "GET $gateway/gateway/", delete: "DELETE $gateway/gateway/{name}" },
  log: { delete: "GATEWAY_DELETE" },
  fields: {
    id: id(),
    name: gatewayNameField,
    /** The gateway's URL. */
    url: text("Link"),
    scope: status("Scope", gatewayScopes, { public: "Public", private: "Private" }),
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
    columns: {
      name: {},
      url: { width: "34%" },
      scope: { width: "110px" },
      bytes: { width: "110px" },
      created_at: { width: "164px", wideOnly: true },
    },
    empty: { title: "No gateways yet", text: "Create a gateway to serve IPFS content on your own subdomain." },
  },
  remove: {
    confirm: "Links to this gateway stop working immediately. The name becomes available to others.",
    type: "name",
  },
});
