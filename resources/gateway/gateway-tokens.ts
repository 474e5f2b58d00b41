/** Tokens with which programs read from private gateways. */
import * as z from "zod/mini";
import { defineResource } from "../define.ts";
import { date, id, optional, text } from "../fields.ts";
import { authTokenNameMax } from "../limits.ts";

export const gatewayTokens = defineResource({
  name: "gateway-tokens",
  title: "Auth Token",
  group: "Gateway",
  access: "GATEWAY",
  menu: { section: "Gateway", icon: "key" },
  routes: { list: "/gateway/auth-token" },
  calls: {
    list: "GET $gateway/user/token/list",
    create: "POST $gateway/user/token/new",
    delete: "DELETE $gateway/user/token/{id}",
  },
  log: { create: "GATEWAY_CREATE_TOKEN", delete: "GATEWAY_DELETE_TOKEN" },
  replies: { create: z.object({ id: z.string(), token: z.string() }) },
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: authTokenNameMax, hint: "Where you will use it, for example shop server." }),
    usedAt: optional(date("Last used")),
    createdAt: date("Created"),
  },
  list: {
    columns: ["name", "usedAt", "createdAt"],
    empty: {
      title: "No tokens yet",
      text: "Create one for each program that reads from your private gateways.",
    },
  },
  create: ["name"],
  reveal: "token",
  remove: { confirm: "Whatever uses this token can no longer read from your private gateways." },
});
