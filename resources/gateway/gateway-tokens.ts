/** Tokens for programs that read from private gateways. */
import { defineResource } from "../declare/define.ts";
import { tokenList, tokenResource } from "../declare/token-resource.ts";

export const gatewayTokens = defineResource({
  name: "gateway-tokens",
  title: "Gateway auth tokens",
  intro: "Tokens for apps that read from your private gateways.",
  group: "Gateway",
  access: "GATEWAY",
  menu: { section: "Gateways", icon: "key", label: "Auth tokens" },
  routes: { list: "/gateway/auth-token" },
  findBy: "name",
  ...tokenResource("$gateway", "Where you use it, for example shop server."),
  log: { create: "GATEWAY_CREATE_TOKEN", delete: "GATEWAY_DELETE_TOKEN" },
  list: {
    ...tokenList,
    empty: {
      title: "No tokens yet",
      text: "Create a token for each app that reads from your private gateways.",
    },
  },
  remove: {
    several: "Apps that use these tokens can no longer read from your private gateways.",
    confirm: "Apps that use this token can no longer read from your private gateways.",
  },
});
