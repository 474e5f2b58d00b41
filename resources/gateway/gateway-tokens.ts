/** Tokens with which programs read from private gateways. */
import { defineResource } from "../define.ts";
import { tokenColumns, tokenParts } from "../token-parts.ts";

export const gatewayTokens = defineResource({
  name: "gateway-tokens",
  title: "Auth Token",
  group: "Gateway",
  access: "GATEWAY",
  menu: { section: "Gateway", icon: "key" },
  routes: { list: "/gateway/auth-token" },
  ...tokenParts("$gateway", "Where you will use it, for example shop server."),
  log: { create: "GATEWAY_CREATE_TOKEN", delete: "GATEWAY_DELETE_TOKEN" },
  list: {
    columns: tokenColumns,
    empty: {
      title: "No tokens yet",
      text: "Create one for each program that reads from your private gateways.",
    },
  },
  remove: { confirm: "Whatever uses this token can no longer read from your private gateways." },
});
